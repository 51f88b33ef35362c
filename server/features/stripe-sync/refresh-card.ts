import type { Services } from '#server/platform/action.ts'
import { nextRead } from './next-read.ts'

/** Reads which card a patient's next charge will use. @returns what was done, for the inbox */
export async function refreshCard(services: Services, account: string, customer: string): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await transactions.withSystem('stripe-sync:refresh-card', async (tx) => {
    const known = await tx
      .selectFrom('patient_customers')
      .select('patient_id')
      .where('stripe_customer', '=', customer)
      .where('stripe_account', '=', account)
      .executeTakeFirst()
    return known ? nextRead(tx) : null
  })
  if (readNo === null) return 'not ours'
  const { card, isGone } = await stripe.customers.read(account, customer)
  await transactions.withSystem('stripe-sync:refresh-card', (tx) =>
    tx
      .updateTable('patient_customers')
      .set({
        card_brand: card?.brand ?? null,
        card_last4: card?.last4 ?? null,
        card_exp_month: card?.expMonth ?? null,
        card_exp_year: card?.expYear ?? null,
        ...(isGone && { gone_at: clock.now() }),
        read_no: readNo,
      })
      .where('stripe_customer', '=', customer)
      .where('stripe_account', '=', account)
      .where('read_no', '<', readNo)
      .execute(),
  )
  if (isGone) return 'gone'
  return card ? 'card' : 'no card'
}
