import * as z from 'zod/mini'

export const receiptPdfInput = z.object({ receiptId: z.uuid() })

/** The team names the patient; a patient gets their own. */
export const yearStatementInput = z.object({
  year: z.int().check(z.gte(2000), z.lte(2100)),
  patientId: z._default(z.nullable(z.uuid()), null),
})
