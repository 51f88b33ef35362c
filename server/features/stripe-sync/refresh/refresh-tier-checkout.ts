import type { Services } from '#server/clinic/action.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import { adoptCard } from '../adopt-card.ts'
import { refreshTier } from './refresh-tier.ts'

/** Reads the payment page of a clinic's tier. */
export async function refreshTierCheckout(services: Services, session: string): Promise<string> {
  const { transactions, stripe, clock } = services
  const page = await stripe.checkout.read(null, session)
  if (page.status === 'open') return 'open'
  if (page.status === 'complete' && page.customer && page.subscription) {
    await adoptCard(services, null, page.subscription)
    await refreshTier(services, page.customer)
  }
  return transactions.withSystem('stripe-sync:refresh-checkout', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('app.checkouts')
      .set({ state: page.status, updated_at: clock.now() })
      .where('clinic_id', '=', await clinicOf(tx, 'billing_customer', page.customer ?? ''))
      .where('stripe_session', '=', session)
      .where('state', '=', 'open')
      .executeTakeFirst()
    return numUpdatedRows === 1n ? page.status : 'nothing open'
  })
}
