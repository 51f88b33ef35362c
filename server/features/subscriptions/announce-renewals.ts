import { renewalNoticeDays, runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { writeNotice } from '../notices/write-notice.ts'

export const announceRenewalsJob = 'subscriptions.announce-renewals'

/** Announces the renewal of yearly plans to their payers, once a year (docs/domain-rules.md rule 18). Hourly. */
export function announceRenewals({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name: announceRenewalsJob,
    cron: '17 * * * *',
    run: (): Promise<JobResult> =>
      transactions.withSystem(`job:${announceRenewalsJob}`, async (tx) => {
        const now = clock.now()
        const until = new Date(now.getTime() + renewalNoticeDays * dayMs)
        const due = await tx
          .selectFrom('subscriptions as s')
          .innerJoin('plan_prices as r', (join) =>
            join.onRef('r.clinic_id', '=', 's.clinic_id').onRef('r.id', '=', 's.price_id'),
          )
          .select(['s.id', 's.clinic_id', 's.current_period_end'])
          .where('s.status', 'in', [...runningStatuses])
          .where('r.interval', '=', 'year')
          .where('s.cancel_at_period_end', '=', false)
          .where('s.current_period_end', '>', now)
          .where('s.current_period_end', '<', until)
          .execute()
        for (const { id, clinic_id: clinicId, current_period_end: end } of due) {
          const key = `${id}:${end.toISOString().slice(0, 10)}`
          await writeNotice(tx, { clinicId, kind: 'plan_renewal', subjectId: id, key }, now)
        }
        return { due: due.length }
      }),
  })
}
