import { invoiceTexts } from '#domain/texts/invoices.ts'

const texts = invoiceTexts.disputes

/** The cardholder's reason, in words. @param dispute.reason Stripe's code */
export function reasonOf({ reason }: { reason: string }): string {
  return texts.reasons[reason] ?? texts.otherReason
}
