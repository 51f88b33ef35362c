import { invoiceTexts } from '#domain/texts/invoices.ts'

const texts = invoiceTexts.disputes

/** Why the cardholder wants the money back, in words. @param dispute.reason Stripe's code */
export function reasonOf({ reason }: { reason: string }): string {
  return texts.reasons[reason] ?? texts.otherReason
}
