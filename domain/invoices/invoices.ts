import * as z from 'zod/mini'
import { calendarDate } from '../values/calendar-date.ts'
import { hourMs } from '../values/durations.ts'
import {
  deskMethods,
  mostInvoiceLines,
  mostLineCents,
  refundReasons,
  reversalReasons,
  smallestInvoiceCents,
  writeOffReasons,
} from './inputs.ts'

const invoiceId = z.string().check(z.regex(/^in_[A-Za-z0-9]{8,64}$/))

export const invoicePdfInput = z.object({ invoiceId })

/** `attempt` identifies one click: a retry refunds nothing more. */
export const refundPaymentInput = z.object({
  paymentId: z.string().check(z.regex(/^(ch|py)_[A-Za-z0-9]{8,64}$/)),
  amountCents: z.number().check(z.int(), z.positive()),
  /** For the team; Stripe does not receive it. */
  reason: z._default(z.nullable(z.enum(refundReasons)), null),
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

/** `amountCents` is the open amount as shown, `receivedOn` a day of the clinic. */
export const recordPaymentInput = z.object({
  invoiceId,
  amountCents: z.number().check(z.int(), z.positive()),
  method: z.enum(deskMethods),
  receivedOn: calendarDate(),
  reference: z.string().check(z.trim(), z.maxLength(60), z.regex(/^[^\r\n]*$/)),
})

/** `attempt` identifies one opened form: a retry makes no second invoice. */
export const createInvoiceInput = z.object({
  patientId: z.uuid(),
  lines: z
    .array(
      z.object({
        description: z.string().check(z.trim(), z.minLength(1), z.maxLength(120), z.regex(/^[^\r\n]*$/)),
        amountCents: z.number().check(z.int(), z.minimum(smallestInvoiceCents), z.maximum(mostLineCents)),
      }),
    )
    .check(z.minLength(1), z.maxLength(mostInvoiceLines)),
  dueInDays: z.number().check(z.int(), z.minimum(0), z.maximum(90)),
  isTaxed: z.boolean(),
  attempt: z.uuid(),
})

export const reversePaymentInput = z.object({
  paymentId: z.string().check(z.regex(/^desk_in_[A-Za-z0-9]{8,64}$/)),
  reason: z.enum(reversalReasons),
})

/** `amountCents` is the open amount as shown. */
export const writeOffInvoiceInput = z.object({
  invoiceId,
  amountCents: z.number().check(z.int(), z.positive()),
  reason: z.enum(writeOffReasons),
})

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
