import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'

const texts = clinicInvoiceTexts.disputes

/** The cardholder's reason, in words. @param dispute.reason Stripe's code */
export function reasonOf({ reason }: { reason: string }): string {
  return texts.reasons[reason] ?? texts.otherReason
}
