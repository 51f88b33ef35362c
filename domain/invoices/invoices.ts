/** Invoices to patients. */
import * as z from 'zod/mini'
import { hourMs } from '../values/durations.ts'

const invoiceId = z.string().check(z.regex(/^in_[A-Za-z0-9]{8,64}$/))

/** Input of `invoice-pdf`. */
export const invoicePdfInput = z.object({ invoiceId })

/** Input of `refund-payment`. `attempt` is one click: sent again it gives nothing more back. */
export const refundPaymentInput = z.object({
  paymentId: z.string().check(z.regex(/^(ch|py)_[A-Za-z0-9]{8,64}$/)),
  amountCents: z.number().check(z.int(), z.positive()),
  attempt: z.uuid(),
})

/** Input of `assign-charge`: whose it is; null for nobody of the clinic's patients. */
export const assignChargeInput = z.object({
  chargeId: z.string().check(z.regex(/^(ch|py)_[A-Za-z0-9]{8,64}$/)),
  patientId: z.nullable(z.uuid()),
})

/** Input of `pay-invoice`. */
export const payInvoiceInput = z.object({ invoiceId })

/** Input of `retry-payment`. `attempt` is one click: sent again it charges nothing more. */
export const retryPaymentInput = z.object({ invoiceId, attempt: z.uuid() })

/** Input of `send-payment-link`. */
export const sendPaymentLinkInput = z.object({ invoiceId })

/** How long the clinic waits between two tries of a card: longer than Stripe may take to answer one of them. */
export const retryPauseMinutes = 2

/** How long after a mail about a failed payment, by itself or by the clinic, the next one may be sent. */
export const paymentLinkHours = 24

/** When the payer may be mailed again about a failed payment; null: now. */
export function nextPaymentLinkAt(lastMailedAt: Date | null, now: Date): Date | null {
  if (!lastMailedAt) return null
  const next = new Date(lastMailedAt.getTime() + paymentLinkHours * hourMs)
  return next > now ? next : null
}
