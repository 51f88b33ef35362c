import { sql } from 'kysely'
import { monthStart, nextMonth } from '#domain/statements/months.ts'
import type { Transactions } from './database/transactions.ts'
import type { Logger } from './log.ts'

/** Covers open statements and announced renewals. */
const comparedMonths = { before: 2, after: 24 }

/** The server and Postgres begin a month at different instants. */
export interface ZoneDisagreement {
  timeZone: string
  /** `YYYY-MM`, the first such month. */
  month: string
}

/**
 * Compares the time zone databases of this process and of Postgres, which are updated separately. Only the server computes
 * months, statements and dates of money (`domain/statements/months.ts`); Postgres places appointments.
 */
export async function compareTimeZones(transactions: Transactions, now: Date): Promise<ZoneDisagreement[]> {
  const first = nextMonth(now.toISOString().slice(0, 7), -comparedMonths.before)
  const months = Array.from({ length: comparedMonths.before + comparedMonths.after + 1 }, (_, n) =>
    nextMonth(first, n),
  )
  const rows = await transactions.withSystem('time zones', async (tx) => {
    const found = await sql<{ timeZone: string; month: string; startsAt: Date }>`
      select z.time_zone as "timeZone", m.month, (m.month || '-01')::timestamp at time zone z.time_zone as "startsAt"
        from (select distinct time_zone from clinics) z cross join unnest(${months}::text[]) as m(month)
       order by 1, 2`.execute(tx)
    return found.rows
  })
  const disagreements = new Map<string, ZoneDisagreement>()
  for (const { timeZone, month, startsAt } of rows) {
    const ours = monthStart(month, timeZone).getTime()
    if (ours !== startsAt.getTime() && !disagreements.has(timeZone))
      disagreements.set(timeZone, { timeZone, month })
  }
  return [...disagreements.values()]
}

export async function reportTimeZones(transactions: Transactions, log: Logger, now: Date): Promise<void> {
  try {
    for (const { timeZone, month } of await compareTimeZones(transactions, now))
      log.warn('time_zones.disagree', {
        timeZone,
        month,
        server: process.versions.tz ?? 'unknown',
        remedy:
          'update the older of Node and Postgres; money follows the server, appointments follow Postgres',
      })
  } catch (error) {
    log.error('time_zones.not_compared', { error })
  }
}
