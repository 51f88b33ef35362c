import { invoiceTexts } from '#domain/texts/invoices.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { conflictSentence } from '#web/lib/fetch/refusals.ts'
import { toast } from '../ui/toast.ts'
import { OpenPdf } from './open-pdf.tsx'

const texts = invoiceTexts.history

/** For `useOpenPdf`. */
export const pdfOfInvoice = (invoiceId: string) => ({
  request: () => callFunction('invoice-pdf', { invoiceId }),
  onError: (error: unknown) =>
    void toast.error(texts.pdfFailedTitle, { description: conflictSentence(error) ?? texts.pdfFailed }),
})

export function InvoicePdf({ invoiceId, number }: { invoiceId: string; number: string }) {
  return <OpenPdf texts={texts} number={number} {...pdfOfInvoice(invoiceId)} />
}
