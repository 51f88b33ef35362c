import { type RawBuilder, sql } from 'kysely'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const rotateMonthsJob = 'retention.months'
const purpose = `job:${rotateMonthsJob}`

/** Months that are created in advance. */
const monthsAhead = 3

interface Group {
  /** Tables whose months are dropped together. */
  tables: [string, ...string[]]
  /** No month is dropped while this is true of rows before `app.months_end(...)`. */
  stays: RawBuilder<boolean>
  /** Preserves facts about the rows before they are dropped. */
  before?: RawBuilder<unknown>
}

const groups: Group[] = [
  {
    // links and subjects are useless without the rows
    tables: ['app.audit_log', 'app.audit_links', 'app.audit_subjects'],
    stays: sql`exists (select from app.legal_holds h
                         join app.audit_subjects s on s.clinic_id = h.clinic_id and s.patient_id = h.patient_id
                        where h.released_at is null and s.occurred_at < app.months_end('app.audit_log'))`,
    before: sql`select app.end_audit_chains()`,
  },
  {
    // they have an address instead of a patient
    tables: ['app.mails'],
    stays: sql`exists (select from app.legal_holds h
                         join public.patients p on p.clinic_id = h.clinic_id and p.id = h.patient_id
                         left join auth.users u on u.id = p.user_id
                         join app.mails m on m.clinic_id = h.clinic_id and m.to_address in (p.email, u.email)
                        where h.released_at is null and m.queued_at < app.months_end('app.mails'))`,
  },
  {
    tables: ['app.webhook_events'],
    stays: sql`exists (select from app.webhook_events e
                        where e.processed_at is null and e.occurred_at < app.months_end('app.webhook_events'))`,
  },
]

/**
 * Creates partitions for the coming months and drops old ones (docs/decisions/0117), unless a patient in them is under
 * a legal hold or an event is unprocessed.
 */
export function rotateMonths({ transactions, clock, log }: Pick<Services, 'transactions' | 'clock' | 'log'>) {
  return defineJob({
    name: rotateMonthsJob,
    cron: '37 1 * * *',
    async run(): Promise<JobResult> {
      // the later one: mails are dated by the product's clock, the trail by the database's
      const until = new Date(Math.max(clock.now().getTime(), Date.now()))
      until.setUTCMonth(until.getUTCMonth() + monthsAhead)
      const made = await transactions.withSystem(purpose, async (tx) => {
        const { rows } = await sql<{ made: number }>`select app.make_months(${until}) as made`.execute(tx)
        return rows[0]?.made ?? 0
      })
      let dropped = 0
      for (const group of groups) {
        const gone = await transactions.withSystem(purpose, (tx) => dropDue(tx, group))
        for (const month of gone) log.info('retention.month_dropped', { ...month })
        dropped += gone.length
      }
      return { made, dropped }
    },
  })
}

interface Dropped {
  name: string
  /** All rows before it are gone: an ISO instant. */
  endedAt: string
  bytes: number
}

async function dropDue(tx: Tx, { tables, stays, before }: Group): Promise<Dropped[]> {
  const { rows } = await sql<{ ends_at: Date; is_due: boolean }>`
    select app.months_end(t.name) as ends_at, app.months_end(t.name) > t.begins_at and not ${stays} as is_due
      from app.monthly_tables t where t.name = ${tables[0]}`.execute(tx)
  const [found] = rows
  if (!found?.is_due) return []
  await before?.execute(tx)
  const dropped: Dropped[] = []
  for (const name of tables) {
    const { rows: records } = await sql<{ bytes: string }>`
      insert into app.dropped_months (name, ended_at, bytes)
      values (${name}, ${found.ends_at}, app.drop_months(${name})) returning bytes`.execute(tx)
    dropped.push({ name, endedAt: found.ends_at.toISOString(), bytes: Number(records[0]?.bytes) })
  }
  return dropped
}
