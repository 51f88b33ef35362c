/** Receipts of patients' payments. */
import * as z from 'zod/mini'

/** Input of `receipt-pdf`. */
export const receiptPdfInput = z.object({ receiptId: z.uuid() })

/** Input of `year-statement`. A patient asks for themself; the team names whose it is. */
export const yearStatementInput = z.object({
  year: z.int().check(z.gte(2000), z.lte(2100)),
  patientId: z._default(z.nullable(z.uuid()), null),
})

/** `payments-2026.pdf` */
export function yearFileName(year: number): string {
  return `payments-${year}.pdf`
}

/** A file in an answer. */
export interface ReceiptFile {
  fileName: string
  /** The PDF. */
  base64: string
}

/** A receipt's number in its clinic's series, as people read it: `R-000042`. */
export function receiptNumber(number: number): string {
  return `R-${String(number).padStart(6, '0')}`
}

/** `receipt-R-000042.pdf` */
export function receiptFileName(number: number): string {
  return `receipt-${receiptNumber(number)}.pdf`
}
