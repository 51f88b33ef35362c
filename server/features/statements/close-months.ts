import type { Services } from '#server/clinic/action.ts'
import { chargeClinicJob } from '#server/clinic/charge-clinic-job.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { revenueKinds } from '../ledger/ledger.ts'
import { sweepClinic } from '../stripe-sync/sweep-clinic.ts'
import { sweepBilling } from '../stripe-sync/sweep-platform.ts'
import { closeOldestDueMonth, dueMonth } from './close-month.ts'
import { loadBillingTerms } from './queries.ts'

export const closeMonthsJob = 'statements.close-months'
const closeClinicJob = 'statements.close-clinic'

/** Queues the clinics with a month to close, by the product's clock: on the 1st, 09:00 in each clinic's zone. */
export function closeMonths(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: closeMonthsJob,
    cron: '*/10 * * * *',
    async run(): Promise<JobResult> {
      const clinicIds = await transactions.withSystem('job:statements.close-months', (tx) =>
        tx
          .selectFrom('clinic_billing as b')
          .select('b.clinic_id')
          // one index lookup per clinic, however long its history is
          .where((row) =>
            row.exists(
              row
                .selectFrom('journal as j')
                .select('j.id')
                .whereRef('j.clinic_id', '=', 'b.clinic_id')
                .where('j.kind', 'in', [...revenueKinds]),
            ),
          )
          .execute(),
      )
      let due = 0
      for (const { clinic_id: clinicId } of clinicIds) {
        await transactions.withSystem('job:statements.close-months', async (tx) => {
          if (!dueMonth(await loadBillingTerms(tx, clinicId), clock.now())) return
          due++
          await services.jobs.enqueue(tx, closeClinicJob, { clinicId }, { once: clinicId })
        })
      }
      return { due }
    },
  })
}

/**
 * Closes a clinic's finished months, oldest first, after a sweep, because a month must not close while Stripe has
 * unreported payments (docs/payments.md 9).
 */
export function closeClinicMonths(services: Services) {
  const { transactions, clock } = services
  return defineJob<{ clinicId: string }>({
    name: closeClinicJob,
    // each waits for Stripe most of the time
    concurrency: 4,
    retryLimit: 20,
    retryDelaySeconds: 60,
    async run({ clinicId }): Promise<JobResult> {
      const isDue = await transactions.withSystem('job:statements.close-clinic', async (tx) =>
        dueMonth(await loadBillingTerms(tx, clinicId), clock.now()),
      )
      if (!isDue) return { closed: 0 }
      await sweepClinic(services, clinicId)
      // a tier whose events were lost decides the month's policy
      await sweepBilling(services, clinicId)
      let closed = 0
      for (let month: string | null = isDue; month; closed += month ? 1 : 0) {
        month = await transactions.withSystem('job:statements.close-clinic', (tx) =>
          closeOldestDueMonth(tx, clinicId, clock.now()),
        )
      }
      // now: the clinic's morning is a good time for its bank too
      await transactions.withSystem('job:statements.close-clinic', (tx) =>
        services.jobs.enqueue(tx, chargeClinicJob, { clinicId }, { once: clinicId }),
      )
      return { closed }
    },
  })
}
