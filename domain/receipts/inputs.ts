import * as z from 'zod/mini'

export const receiptPdfInput = z.object({ receiptId: z.uuid() })

const year = z.int().check(z.gte(2000), z.lte(2100))

export const yearStatementsInput = z.object({ year })

/** The team names the patient; a patient gets their own. */
export const yearStatementInput = z.object({
  year,
  patientId: z._default(z.nullable(z.uuid()), null),
})
