import type { Services } from '#server/platform/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { clinicOfAccount } from './connected-clinic.ts'
import { routeClinicEvent, routePlatformEvent } from './route-event.ts'

export const processEventJob = 'stripe-sync.process-event'

/**
 * Processes one event of the inbox. An event is only a hint that something changed: the object itself is read from
 * Stripe, so order, duplicates and stale payloads do not matter (docs/payments.md 7). `route-event.ts` knows which
 * object an event is about; each `refresh-*.ts` updates one kind of local copy.
 */
export function processEvent(services: Services) {
  const { transactions, clock } = services
  return defineJob<{ eventId: string }>({
    name: processEventJob,
    retryLimit: 8,
    retryDelaySeconds: 10,
    async run({ eventId }): Promise<JobResult> {
      const taken = await transactions.withSystem('job:stripe-sync.process-event', async (tx) => {
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
      if (!taken) return { processed: false, reason: 'processed before' }
      const { event, clinic } = taken
      const outcome = await route(services, event, clinic).catch(async (error: unknown) => {
        await record({ error: String((error as Error).message).slice(0, 300) })
        throw error
      })
      await record({ processed_at: clock.now(), outcome, error: null })
      return { processed: true, type: event.type, outcome }

      async function record(set: { processed_at?: Date; outcome?: string; error: string | null }) {
        await transactions.withSystem('job:stripe-sync.process-event', (tx) =>
          tx.updateTable('app.webhook_events').set(set).where('id', '=', eventId).execute(),
        )
      }
    },
  })
}

async function route(
  services: Services,
  event: { id: string; type: string; account: string | null; objectId: string | null },
  clinic: Awaited<ReturnType<typeof clinicOfAccount>>,
): Promise<string> {
  if (!event.account) return routePlatformEvent(services, event)
  return clinic ? routeClinicEvent(services, clinic, event) : 'unknown account'
}
