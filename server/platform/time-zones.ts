import { sql } from 'kysely'
import { monthStart, nextMonth } from '#domain/statements/months.ts'
import type { Transactions } from './database/transactions.ts'
import type { Logger } from './log.ts'

/** Months before and after today whose beginnings are compared: statements still open, and renewals announced. */
const comparedMonths = { before: 2, after: 24 }

/** A zone of a clinic in which the server and Postgres begin a month at different instants. */
export interface ZoneDisagreement {
  timeZone: string
  /** `YYYY-MM`, the first of them. */
  month: string
}

/**
 * Compares this process's time zone database with that of Postgres, for the zones of all clinics.
 *
 * They are updated apart: British Columbia gave up its winter time in 2026, which one may know and the other not. Months,
 * statements and dates of money are computed by the server alone (`domain/statements/months.ts`), so they stay consistent
 * whatever this returns; appointments are placed by Postgres.
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

/** Says in the log at start when the two databases disagree, so that the older one is updated. */
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
