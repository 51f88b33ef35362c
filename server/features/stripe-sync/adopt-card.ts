import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { CardChoice } from '#server/platform/stripe/cards.ts'
import type { ConnectedClinic } from './connected-clinic.ts'

export type ClinicAccount = Pick<ConnectedClinic, 'clinicId' | 'account'>

/**
 * Moves the card that Checkout stored on a subscription to the customer, as the one place for cards (docs/payments.md
 * 5). A card chosen after the payment page stays the default, however late this runs (docs/payments.md 6). Idempotent.
 * @param clinic of the account; null for Carefold's own
 */
export async function adoptCard(
  services: Services,
  clinic: ClinicAccount | null,
  subscription: string,
): Promise<void> {
  const { customers } = services.stripe
  const account = clinic?.account ?? null
  const paid = await customers.subscriptionCard(account, subscription)
  if (!paid) return
  if (clinic) await applyPatientChoice(services, clinic, paid)
  // a clinic has no list of saved cards: each card that it saves is new
  else await customers.applyChoice(null, paid.customer, paid)
  await customers.clearSubscriptionCard(account, subscription, paid)
}

/** Records that a patient chose a card, unless a later choice is stored. Role `system`. */
export async function recordChoice(
  tx: Tx,
  clinicId: string,
  customer: string,
  { method, at }: CardChoice,
): Promise<void> {
  await tx
    .updateTable('patient_customers')
    .set({ chosen_method: method, chosen_at: at })
    .where('clinic_id', '=', clinicId)
    .where('stripe_customer', '=', customer)
    .where((row) => row.or([row('chosen_at', 'is', null), row('chosen_at', '<=', at)]))
    .execute()
}

/** Sets the default card unless a later choice is stored, also one made meanwhile. */
export async function applyPatientChoice(
  { transactions, stripe }: Services,
  { clinicId, account }: ClinicAccount,
  paid: CardChoice & { customer: string },
): Promise<void> {
  const { customer } = paid
  const purpose = 'stripe-sync:adopt-card'
  let latest = await transactions.withSystem(purpose, async (tx) => {
    await recordChoice(tx, clinicId, customer, paid)
    return latestChoice(tx, clinicId, customer)
  })
  if (latest !== paid.method) return
  await stripe.customers.applyChoice(account, customer, paid)
  for (let applied = latest; ; applied = latest) {
    latest = await transactions.withSystem(purpose, (tx) => latestChoice(tx, clinicId, customer))
    if (!latest || latest === applied) return
    await stripe.customers.setDefaultCard(account, customer, latest)
  }
}

async function latestChoice(tx: Tx, clinicId: string, customer: string): Promise<string | null> {
  const row = await tx
    .selectFrom('patient_customers')
    .select('chosen_method as method')
    .where('clinic_id', '=', clinicId)
    .where('stripe_customer', '=', customer)
    .executeTakeFirst()
  return row?.method ?? null
}
