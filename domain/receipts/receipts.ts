/** `payments-2026.pdf` */
export function yearFileName(year: number): string {
  return `payments-${year}.pdf`
}

export interface ReceiptFile {
  fileName: string
  /** The PDF. */
  base64: string
}

/** A receipt's number in its clinic's series: `R-000042`. */
export function receiptNumber(number: number): string {
  return `R-${String(number).padStart(6, '0')}`
}

/** `receipt-R-000042.pdf` */
export function receiptFileName(number: number): string {
  return `receipt-${receiptNumber(number)}.pdf`
}
