/** Receipts of patients' payments. */
import * as z from 'zod/mini'

/** Input of `receipt-pdf`. */
export const receiptPdfInput = z.object({ receiptId: z.uuid() })

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
