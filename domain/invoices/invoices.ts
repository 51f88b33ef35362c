/** Invoices to patients. */
import * as z from 'zod/mini'

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
