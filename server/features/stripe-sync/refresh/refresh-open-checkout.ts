import type { Services } from '#server/clinic/action.ts'
import { defineJob, type JobResult } from '#server/platform/jobs/jobs.ts'
import { clinicOfAccount } from '../connected-clinic.ts'
import { refreshCheckout } from './refresh-checkout.ts'

export const refreshOpenCheckoutJob = 'stripe-sync.refresh-checkout'

/** Reads a patient's payment page from Stripe, in case its event is late or lost. */
export function refreshOpenCheckout(services: Services) {
  return defineJob<{ checkoutId: string }>({
    name: refreshOpenCheckoutJob,
    retryLimit: 3,
    async run({ checkoutId }): Promise<JobResult> {
      const found = await services.transactions.withSystem('job:stripe-sync.refresh-checkout', async (tx) => {
        const checkout = await tx
          .selectFrom('app.checkouts')
          .select(['stripe_account', 'stripe_session', 'state'])
          .where('id', '=', checkoutId)
          .executeTakeFirst()
        if (!checkout?.stripe_account || !checkout.stripe_session || checkout.state !== 'open') return null
        const clinic = await clinicOfAccount(tx, checkout.stripe_account)
        return clinic ? { clinic, session: checkout.stripe_session } : null
      })
      if (!found) return { outcome: 'nothing open' }
      return {
        outcome: await refreshCheckout(services, found.clinic, found.session, `checkout:${checkoutId}`),
      }
    },
  })
}
