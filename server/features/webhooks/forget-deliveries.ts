import { dayMs } from '#domain/values/durations.ts'
import { deliveryDays } from '#domain/webhooks/webhooks.ts'
import type { Services } from '#server/clinic/action.ts'
import { clinicByClinic } from '#server/platform/jobs/clinic-by-clinic.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'

const name = 'webhooks.forget'

/** Deletes deliveries after 30 days, also those that wait for an endpoint that is off, and former secrets after their day. */
export function forgetDeliveries({ transactions, clock }: Pick<Services, 'transactions' | 'clock'>) {
  return defineJob({
    name,
    cron: '19 * * * *',
    async run(): Promise<JobResult> {
      const now = clock.now()
      const before = new Date(now.getTime() - deliveryDays * dayMs)
      const of = { transactions, purpose: `job:${name}` }
      const removed = await clinicByClinic(
        of,
        (tx) =>
          tx
            .selectFrom('webhook_deliveries')
            .select('clinic_id')
            .distinct()
            .where('created_at', '<', before)
            .execute(),
        async (tx, clinicId) => {
          const { numDeletedRows } = await tx
            .deleteFrom('webhook_deliveries')
            .where('clinic_id', '=', clinicId)
            .where('created_at', '<', before)
            .executeTakeFirst()
          return numDeletedRows
        },
      )
      const secrets = await clinicByClinic(
        of,
        (tx) =>
          tx
            .selectFrom('webhook_endpoints')
            .select('clinic_id')
            .distinct()
            .where('former_until', '<', now)
            .execute(),
        async (tx, clinicId) => {
          const { numUpdatedRows } = await tx
            .updateTable('webhook_endpoints')
            .set({ former_secret: null, former_until: null })
            .where('clinic_id', '=', clinicId)
            .where('former_until', '<', now)
            .executeTakeFirst()
          return numUpdatedRows
        },
      )
      return { removed, secrets }
    },
  })
}
