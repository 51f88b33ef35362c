import { hourMs } from '#domain/values/durations.ts'
import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { processEventJob } from './process-event.ts'
import { sweepClinic } from './sweep-clinic.ts'

export const sweepJob = 'stripe-sync.sweep'
const sweepClinicJob = 'stripe-sync.sweep-clinic'

const sweepEveryMs = 20 * hourMs
/** After this time an unprocessed event is queued again, because its job may have been lost. */
const staleAfterMs = hourMs / 2
const keepPayloadsMs = 30 * 24 * hourMs

/** Queues a sweep per clinic and night. Runs hourly and decides by the product's clock. */
export function sweep(services: Services) {
  const { transactions, clock } = services
  return defineJob({
    name: sweepJob,
    cron: '23 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now().getTime()
      return transactions.withSystem('job:stripe-sync.sweep', async (tx) => {
        const clinics = await tx
          .selectFrom('payout_accounts')
          .select('clinic_id')
          .where('disconnected_at', 'is', null)
          .where((row) =>
            row.or([row('swept_until', 'is', null), row('swept_until', '<', new Date(now - sweepEveryMs))]),
          )
          .execute()
        for (const { clinic_id: clinicId } of clinics)
          await services.jobs.enqueue(tx, sweepClinicJob, { clinicId }, { once: clinicId })

        const waiting = await tx
          .selectFrom('app.webhook_events')
          .select('id')
          .where('processed_at', 'is', null)
          .where('received_at', '<', new Date(now - staleAfterMs))
          .limit(500)
          .execute()
        for (const { id: eventId } of waiting)
          await services.jobs.enqueue(tx, processEventJob, { eventId }, { once: eventId })

        const { numUpdatedRows } = await tx
          .updateTable('app.webhook_events')
          .set({ payload: null })
          .where('payload', 'is not', null)
          .where('received_at', '<', new Date(now - keepPayloadsMs))
          .executeTakeFirst()
        return { clinics: clinics.length, events: waiting.length, emptied: Number(numUpdatedRows) }
      })
    },
  })
}

export function sweepOneClinic(services: Services) {
  return defineJob<{ clinicId: string }>({
    name: sweepClinicJob,
    retryLimit: 8,
    retryDelaySeconds: 60,
    run: async ({ clinicId }): Promise<JobResult> => ({ refreshed: await sweepClinic(services, clinicId) }),
  })
}
