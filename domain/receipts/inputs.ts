/** Inputs of the actions on receipts: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'

/** Input of `receipt-pdf`. */
export const receiptPdfInput = z.object({ receiptId: z.uuid() })

/** Input of `year-statement`. A patient asks for themself; the team names whose it is. */
export const yearStatementInput = z.object({
  year: z.int().check(z.gte(2000), z.lte(2100)),
  patientId: z._default(z.nullable(z.uuid()), null),
})
