/** `payments-2026.pdf` */
export function yearFileName(year: number): string {
  return `payments-${year}.pdf`
}

/** `payments-sunrise-2026.zip` */
export function yearArchiveName(subdomain: string, year: number): string {
  return `payments-${subdomain}-${year}.zip`
}

export interface ReceiptFile {
  fileName: string
  /** The PDF. */
  base64: string
}

/** `receipt-R-000042.pdf`. @param number as printed: the column `label` */
export function receiptFileName(number: string): string {
  return `receipt-${number}.pdf`
}
