import { sql } from 'kysely'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

export const keepMonthsJob = 'retention.months'
const purpose = `job:${keepMonthsJob}`

/** Months that are there before anybody writes into them. */
const monthsAhead = 3

/** The trail's links and subjects are of no use without its rows: their months go together. */
const trail = ['app.audit_log', 'app.audit_links', 'app.audit_subjects']

/**
 * Makes the partitions of the coming months, and drops those of the audit trail that are older than six years
 * (docs/decisions/0117), unless a legal hold lies on a patient whom they name.
 */
export function keepMonths({ transactions, clock, log }: Pick<Services, 'transactions' | 'clock' | 'log'>) {
  return defineJob({
    name: keepMonthsJob,
    cron: '37 1 * * *',
    async run(): Promise<JobResult> {
      // the later of the two: mails are dated by the product's clock, the trail by the database's
      const until = new Date(Math.max(clock.now().getTime(), Date.now()))
      until.setUTCMonth(until.getUTCMonth() + monthsAhead)
      const made = await transactions.withSystem(purpose, async (tx) => {
        const { rows } = await sql<{ made: number }>`select app.make_months(${until}) as made`.execute(tx)
        return rows[0]?.made ?? 0
      })
      const dropped = await transactions.withSystem(purpose, dropTrail)
      for (const { name, endedAt, bytes } of dropped)
        log.info('retention.month_dropped', { name, endedAt, bytes })
      return { made, dropped: dropped.length }
    },
  })
}

interface Dropped {
  name: string
  /** All rows before it are gone: an ISO instant. */
  endedAt: string
  bytes: number
}

async function dropTrail(tx: Tx): Promise<Dropped[]> {
  const { rows } = await sql<{ ends_at: Date; is_due: boolean; is_held: boolean }>`
    select app.months_end(t.name) as ends_at, app.months_end(t.name) > t.begins_at as is_due,
           exists (select from app.legal_holds h
                     join app.audit_subjects s on s.clinic_id = h.clinic_id and s.patient_id = h.patient_id
                    where h.released_at is null and s.occurred_at < app.months_end(t.name)) as is_held
      from app.monthly_tables t where t.name = 'app.audit_log'`.execute(tx)
  const [found] = rows
  if (!found?.is_due || found.is_held) return []
  await sql`select app.end_audit_chains()`.execute(tx)
  const dropped: Dropped[] = []
  for (const name of trail) {
    const { rows: records } = await sql<{ bytes: string }>`
      insert into app.dropped_months (name, ended_at, bytes)
      values (${name}, ${found.ends_at}, app.drop_months(${name})) returning bytes`.execute(tx)
    dropped.push({ name, endedAt: found.ends_at.toISOString(), bytes: Number(records[0]?.bytes) })
  }
  return dropped
}
