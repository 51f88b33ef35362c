import { sql } from 'kysely'
import { quietPeriods } from '#domain/quiet-members/periods.ts'
import { type Month, monthStart, nextMonth } from '#domain/statements/months.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { silentPayers } from './silent-payers.ts'

export const countQuietMembersJob = 'memberships.count-quiet'
const countInClinicJob = 'memberships.count-quiet-in-clinic'

/** Queues the clinics whose month has just ended in their zone and has no count. */
export function countQuietMembers({
  transactions,
  jobs,
  clock,
}: Pick<Services, 'transactions' | 'jobs' | 'clock'>) {
  return defineJob({
    name: countQuietMembersJob,
    cron: '*/10 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem(`job:${countQuietMembersJob}`, async (tx) => {
        const { rows } = await sql<{ clinicId: string; month: Month }>`
          select c.id as "clinicId", c.month
            from (select id, to_char(${clock.now()} at time zone time_zone - interval '1 day', 'YYYY-MM') as month
                    from public.clinics
                   where extract(day from ${clock.now()} at time zone time_zone) = 1) c
           where exists (select from public.subscriptions s where s.clinic_id = c.id and s.status = 'active')
             and not exists (select from app.quiet_counts q where q.clinic_id = c.id and q.month = c.month)`.execute(
          tx,
        )
        for (const { clinicId, month } of rows)
          await jobs.enqueue(tx, countInClinicJob, { clinicId, month }, { once: clinicId })
        return { clinics: rows.length }
      }),
  })
}

/** Counts a clinic's quiet members at the end of a month, once. Later than a day after, the month remains without a count. */
export function countQuietInClinic({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob<{ clinicId: string; month: Month }>({
    name: countInClinicJob,
    retryLimit: 12,
    retryDelaySeconds: 60,
    run: ({ clinicId, month }): Promise<JobResult> =>
      transactions.withSystem(`job:${countInClinicJob}`, (tx) =>
        countQuietAtEnd(tx, { clinicId, month, now: clock.now() }),
      ),
  })
}

async function countQuietAtEnd(
  tx: Tx,
  { clinicId, month, now }: { clinicId: string; month: Month; now: Date },
): Promise<{ counted: number }> {
  const { time_zone: zone } = await tx
    .selectFrom('clinics')
    .select('time_zone')
    .where('id', '=', clinicId)
    .executeTakeFirstOrThrow()
  const end = monthStart(nextMonth(month), zone)
  if (now.getTime() - end.getTime() > dayMs) return { counted: 0 }
  const result = await sql`
    insert into app.quiet_counts (clinic_id, month, days, members, counted_at)
    select ${clinicId}, ${month}, d.days, count(q.patient_id), ${now}
      from unnest(${[...quietPeriods]}::integer[]) as d (days)
      left join ${silentPayers(clinicId, end)} q
        on q.silent_since < ${end}::timestamptz - make_interval(hours => 24 * d.days)
     group by d.days
    on conflict do nothing`.execute(tx)
  return { counted: Number(result.numAffectedRows ?? 0) }
}
