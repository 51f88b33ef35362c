import type { Services } from '#server/clinic/action.ts'
import { adoptCard, applyPatientChoice } from '../adopt-card.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'
import { refreshCard } from './refresh-card.ts'
import { refreshInvoice } from './refresh-invoice.ts'
import { refreshSubscription } from './refresh-subscription.ts'

/**
 * Reads a patient's payment page from Stripe. Once paid, or once a page without a payment has saved a method, sets its card as the default unless a later one was chosen,
 * refreshes subscription and invoice, and completes the checkout.
 */
export async function refreshCheckout(
  services: Services,
  clinic: ConnectedClinic,
  session: string,
  source: string,
): Promise<string> {
  const { transactions, stripe } = services
  const { account } = clinic
  const page = await stripe.checkout.read(account, session)
  if (page.status === 'open') return 'open'
  if (page.status === 'complete' && page.subscription) {
    const subscription = await refreshSubscription(services, clinic, page.subscription)
    if (subscription === 'not ours') return subscription
    await adoptCard(services, clinic, page.subscription)
    if (page.customer) await refreshCard(services, clinic, page.customer)
    const invoice = await stripe.subscriptions.latestInvoice(account, page.subscription)
    if (invoice) await refreshInvoice(services, clinic, invoice, source)
  }
  if (page.saved && page.customer) {
    await applyPatientChoice(services, clinic, { ...page.saved, customer: page.customer })
    return refreshCard(services, clinic, page.customer)
  }
  return transactions.withSystem('stripe-sync:refresh-checkout', async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('app.checkouts')
      .set({ state: page.status, updated_at: services.clock.now() })
      .where('clinic_id', '=', clinic.clinicId)
      .where('stripe_session', '=', session)
      .where('state', '=', 'open')
      .executeTakeFirst()
    return numUpdatedRows === 1n ? page.status : 'nothing open'
  })
}
