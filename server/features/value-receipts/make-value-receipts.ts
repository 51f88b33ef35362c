import { settlingDays } from '#domain/value-receipts/value-receipts.ts'
import { dayMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { dueReceipts } from './due-receipts.ts'
import { writeReceipts } from './write-receipts.ts'

export const makeValueReceiptsJob = 'value-receipts.make'
const makeForClinicJob = 'value-receipts.make-for-clinic'

/** After a longer outage a plan month gets no receipt. */
const lookBackMs = 35 * dayMs
const batch = 200

/** Queues the clinics with value receipts once a day, by the product's clock. */
export function makeValueReceipts(services: Pick<Services, 'transactions' | 'jobs'>) {
  return defineJob({
    name: makeValueReceiptsJob,
    cron: '47 9 * * *',
    run: (): Promise<JobResult> =>
      services.transactions.withSystem(`job:${makeValueReceiptsJob}`, async (tx) => {
        const clinics = await tx
          .selectFrom('value_receipt_settings')
          .select('clinic_id')
          .where('started_at', 'is not', null)
          .execute()
        for (const { clinic_id: clinicId } of clinics)
          await services.jobs.enqueue(tx, makeForClinicJob, { clinicId }, { once: clinicId })
        return { clinics: clinics.length }
      }),
  })
}

/**
 * Makes a clinic's receipts of finished plan months and years, and notifies their patients once a day
 * (docs/decisions/0131). Idempotent: the next run continues an interrupted one.
 */
export function makeClinicValueReceipts(services: Pick<Services, 'transactions' | 'clock'>) {
  const { transactions, clock } = services
  return defineJob<{ clinicId: string }>({
    name: makeForClinicJob,
    retryLimit: 12,
    retryDelaySeconds: 60,
    async run({ clinicId }): Promise<JobResult> {
      const now = clock.now()
      const within = {
        after: new Date(now.getTime() - lookBackMs),
        until: new Date(now.getTime() - settlingDays * dayMs),
      }
      const due = await transactions.withSystem(`job:${makeForClinicJob}`, (tx) =>
        dueReceipts(tx, clinicId, within),
      )
      let made = 0
      for (let start = 0; start < due.length; start += batch) {
        made += await transactions.withSystem(`job:${makeForClinicJob}`, (tx) =>
          writeReceipts(tx, services, clinicId, due.slice(start, start + batch)),
        )
      }
      return { due: due.length, made }
    },
  })
}
