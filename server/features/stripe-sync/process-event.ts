import type { Services } from '#server/platform/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { clinicOfAccount } from './connected-clinic.ts'
import { workClinicEvent, workPlatformEvent } from './route-event.ts'

export const workEventJob = 'stripe.work-event'

/**
 * Works one event of the inbox. It is a hint that something changed: the object is read from Stripe, so order,
 * duplicates and staleness do not matter, and nothing is decided from the payload (docs/payments.md 7).
 */
export function workEvent(services: Services) {
  const { transactions, clock } = services
  return defineJob<{ eventId: string }>({
    name: workEventJob,
    retryLimit: 8,
    retryDelaySeconds: 10,
    async run({ eventId }): Promise<JobResult> {
      const taken = await transactions.withSystem('job:stripe.work-event', async (tx) => {
        const event = await tx
          .updateTable('app.webhook_events')
          .set((row) => ({ attempts: row('attempts', '+', 1) }))
          .where('id', '=', eventId)
          .where('processed_at', 'is', null)
          .returning(['id', 'type', 'account', 'object_id as objectId'])
          .executeTakeFirst()
        if (!event) return null
        const clinic = event.account ? await clinicOfAccount(tx, event.account) : undefined
        return { event, clinic }
      })
      if (!taken) return { worked: false, reason: 'worked before' }
      const { event, clinic } = taken
      const outcome = await work(services, event, clinic).catch(async (error: unknown) => {
        await note({ error: String((error as Error).message).slice(0, 300) })
        throw error
      })
      await note({ processed_at: clock.now(), outcome, error: null })
      return { worked: true, type: event.type, outcome }

      async function note(set: { processed_at?: Date; outcome?: string; error: string | null }) {
        await transactions.withSystem('job:stripe.work-event', (tx) =>
          tx.updateTable('app.webhook_events').set(set).where('id', '=', eventId).execute(),
        )
      }
    },
  })
}

async function work(
  services: Services,
  event: { id: string; type: string; account: string | null; objectId: string | null },
  clinic: Awaited<ReturnType<typeof clinicOfAccount>>,
): Promise<string> {
  if (!event.account) return workPlatformEvent(services, event)
  return clinic ? workClinicEvent(services, clinic, event) : 'unknown account'
}
