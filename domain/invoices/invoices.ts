/** Invoices to patients. */
import * as z from 'zod/mini'

/** Input of `invoice-pdf`. */
export const invoicePdfInput = z.object({ invoiceId: z.string().check(z.regex(/^in_[A-Za-z0-9]{8,64}$/)) })
