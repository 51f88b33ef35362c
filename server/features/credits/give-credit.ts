import { giveCreditInput } from '#domain/credits/credits.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { presentCustomer } from '../checkouts/present-customer.ts'
import { payerCustomer } from './payer-customer.ts'
import { storeEntry } from './store-entry.ts'

/**
 * Gives a patient a credit that reduces the next invoices, of plans and of single sales; the patient is mailed. Nothing
 * is booked: a payment that the credit makes smaller is booked as it is (docs/decisions/0192). Idempotent per `attempt`.
 * @throws AppError `not_allowed`, `second_step_required`; `not_found`, `payments_unavailable`
 */
export const giveCredit = outwardAction({
  name: 'give-credit',
  input: giveCreditInput,
  access: 'payments:collect',
  async run(ctx, { patientId, amountCents, reason, attempt }): Promise<{ creditId: string }> {
    const { clinic, currency, customer: known } = await payerCustomer(ctx, patientId)
    const { account } = clinic
    const customer = await presentCustomer(ctx, { patientId, account, customer: known, email: null })
    const change = { cents: amountCents, currency, key: `credit:${attempt}` }
    const id = await ctx.stripe.credits.change(account, customer, change)
    await storeEntry(ctx, { account, customer, patientId, id, cents: amountCents, reason, kind: 'given' })
    return { creditId: id }
  },
})
