import type { Services } from '#server/clinic/action.ts'
import { chargeClinicJob } from '#server/clinic/charge-clinic-job.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import { nextRead } from '../next-read.ts'

/**
 * Reads the card of a clinic's next charge, and tries a new one on its debt.
 * @param customer in Carefold's own account
 */
export async function refreshClinicCard(services: Services, customer: string): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await transactions.withSystem('stripe-sync:refresh-clinic-card', async (tx) => {
    const known = await tx
      .selectFrom('clinic_billing')
      .select('clinic_id')
      .where('clinic_id', '=', await clinicOf(tx, 'billing_customer', customer))
      .executeTakeFirst()
    return known ? nextRead(tx) : null
  })
  if (readNo === null) return 'not ours'
  const card = await stripe.customers.card(null, customer)
  return transactions.withSystem('stripe-sync:refresh-clinic-card', async (tx) => {
    const before = await tx
      .selectFrom('clinic_billing')
      .select(['clinic_id', 'card_method', 'card_read_no'])
      .where('clinic_id', '=', await clinicOf(tx, 'billing_customer', customer))
      .forUpdate()
      .executeTakeFirstOrThrow()
    if (before.card_read_no >= readNo) return 'older than known'
    await tx
      .updateTable('clinic_billing')
      .set({
        card_method: card?.method ?? null,
        card_brand: card?.brand ?? null,
        card_last4: card?.last4 ?? null,
        card_exp_month: card?.expMonth ?? null,
        card_exp_year: card?.expYear ?? null,
        card_read_no: readNo,
        updated_at: clock.now(),
      })
      .where('clinic_id', '=', before.clinic_id)
      .execute()
    if (card && card.method !== before.card_method) {
      const clinicId = before.clinic_id
      await services.jobs.enqueue(tx, chargeClinicJob, { clinicId }, { once: clinicId })
    }
    return card ? 'card' : 'no card'
  })
}

/** A clinic's card was saved, removed or renewed by its bank. */
export async function refreshClinicCardOwner(services: Services, method: string): Promise<string> {
  const known = await services.transactions.withSystem('stripe-sync:refresh-clinic-card', (tx) =>
    tx
      .selectFrom('clinic_billing')
      .select('stripe_customer as customer')
      .where('card_method', '=', method)
      .executeTakeFirst(),
  )
  const customer = known?.customer ?? (await services.stripe.customers.ownerOfCard(null, method))
  return customer ? refreshClinicCard(services, customer) : 'of nobody'
}
