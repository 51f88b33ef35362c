import * as z from 'zod/mini'
import { hourMs } from '../values/durations.ts'

const invoiceId = z.string().check(z.regex(/^in_[A-Za-z0-9]{8,64}$/))

export const invoicePdfInput = z.object({ invoiceId })

/** `attempt` identifies one click: a retry refunds nothing more. */
export const refundPaymentInput = z.object({
  paymentId: z.string().check(z.regex(/^(ch|py)_[A-Za-z0-9]{8,64}$/)),
  amountCents: z.number().check(z.int(), z.positive()),
  attempt: z.uuid(),
})

/** Null: the charge belongs to none of the clinic's patients. */
export const assignChargeInput = z.object({
  chargeId: z.string().check(z.regex(/^(ch|py)_[A-Za-z0-9]{8,64}$/)),
  patientId: z.nullable(z.uuid()),
})

export const findPaymentsInput = z.object({
  text: z.string().check(z.trim(), z.minLength(2), z.maxLength(100)),
})

export const payInvoiceInput = z.object({ invoiceId })

/** `attempt` identifies one click: a retry charges nothing more. */
export const retryPaymentInput = z.object({ invoiceId, attempt: z.uuid() })

export const sendPaymentLinkInput = z.object({ invoiceId })

/** Longer than Stripe may take to answer. */
export const retryPauseMinutes = 2

export const paymentLinkHours = 24

/** When the next mail about a failed payment may be sent; null means now. */
export function nextPaymentLinkAt(lastMailedAt: Date | null, now: Date): Date | null {
  if (!lastMailedAt) return null
  const next = new Date(lastMailedAt.getTime() + paymentLinkHours * hourMs)
  return next > now ? next : null
}
