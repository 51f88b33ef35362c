import type { Services } from '#server/platform/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { nextRead } from '../stripe-sync/next-read.ts'
import { refreshSubscription } from '../stripe-sync/refresh-subscription.ts'

export const syncCancellationJob = 'subscriptions.sync-cancellation'

/** Syncs to Stripe what was last asked for a subscription: to end with its period, or to continue. */
export function syncCancellation(services: Services) {
  const { transactions, stripe } = services
  return defineJob<{ subscriptionId: string; request: string }>({
    name: syncCancellationJob,
    retryLimit: 12,
    retryDelaySeconds: 30,
    async run({ subscriptionId, request }): Promise<JobResult> {
      const wanted = await transactions.withSystem('job:subscriptions.sync-cancellation', (tx) =>
        tx
          .selectFrom('subscriptions as s')
          .innerJoin('clinics as c', 'c.id', 's.clinic_id')
          .select([
            's.pending_cancel as cancel',
            's.stripe_subscription as id',
            's.stripe_account as account',
          ])
          .select(['c.id as clinicId', 'c.time_zone as timeZone'])
          .where('s.id', '=', subscriptionId)
          .executeTakeFirst(),
      )
      // a later request has been synced already
      if (!wanted || wanted.cancel === null) return { synced: false }
      const { account, id, cancel, clinicId, timeZone } = wanted
      const key = `cancel:${request}:${cancel}`
      const isRunning = await stripe.subscriptions.setCancelAtPeriodEnd(account, id, { cancel, key })
      await transactions.withSystem('job:subscriptions.sync-cancellation', async (tx) =>
        tx
          .updateTable('subscriptions')
          // a read that began before the change must not undo it, nor have it noticed a second time
          .set({ pending_cancel: null, read_no: await nextRead(tx) })
          .where('id', '=', subscriptionId)
          // unless the person has changed their mind in the meantime
          .where('pending_cancel', '=', cancel)
          .execute(),
      )
      await refreshSubscription(services, { clinicId, account, timeZone }, id)
      return { synced: true, cancel, isRunning }
    },
  })
}
