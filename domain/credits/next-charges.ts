import { isAddedToNextBill } from '../subscriptions/small-charges.ts'

/**
 * The charges of a payer's next invoices after the credit, in the same order: Stripe applies it to the first ones. A rest
 * below its minimum is added to a later invoice.
 * @param creditCents below zero it is added to the first
 */
export function nextCharges(invoiceCents: readonly number[], creditCents: number): number[] {
  let left = creditCents
  return invoiceCents.map((cents) => {
    const charged = Math.max(0, cents - left)
    left -= cents - charged
    if (!isAddedToNextBill(charged)) return charged
    left -= charged
    return 0
  })
}
