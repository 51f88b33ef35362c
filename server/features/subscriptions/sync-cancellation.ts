import type { Services } from '#server/platform/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { refreshSubscription } from '../stripe-sync/refresh-subscription.ts'

export const tellStripeJob = 'subscriptions.tell-stripe'

/** Tells Stripe what was last asked of a subscription: to end with its period, or to go on. */
export function tellStripe(services: Services) {
  const { transactions, stripe } = services
  return defineJob<{ subscriptionId: string; request: string }>({
    name: tellStripeJob,
    retryLimit: 12,
    retryDelaySeconds: 30,
    async run({ subscriptionId, request }): Promise<JobResult> {
      const asked = await transactions.withSystem('job:subscriptions.tell-stripe', (tx) =>
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
      // a later request has been told already
      if (!asked || asked.cancel === null) return { told: false }
      const { account, id, cancel, clinicId, timeZone } = asked
      const key = `cancel:${request}:${cancel}`
      const isRunning = await stripe.subscriptions.setCancelAtPeriodEnd(account, id, { cancel, key })
      await transactions.withSystem('job:subscriptions.tell-stripe', (tx) =>
        tx
          .updateTable('subscriptions')
          .set({ pending_cancel: null })
          .where('id', '=', subscriptionId)
          // unless the person has changed their mind meanwhile
          .where('pending_cancel', '=', cancel)
          .execute(),
      )
      await refreshSubscription(services, { clinicId, account, timeZone }, id)
      return { told: true, cancel, isRunning }
    },
  })
}
