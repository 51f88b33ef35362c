import { Ellipsis, FileText, ReceiptText, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { receiptNumber } from '#domain/receipts/receipts.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { formatMoney } from '#domain/values/money.ts'
import { pdfOfInvoice } from '#web/components/documents/invoice-pdf.tsx'
import { useOpenPdf } from '#web/components/documents/open-pdf.tsx'
import { useReceiptDownload } from '#web/components/documents/receipt-pdf.tsx'
import { Button } from '#web/components/ui/button.tsx'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from '#web/components/ui/dropdown-menu.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import { type ClinicInvoice, isOneOffPayment } from './queries.ts'
import type { RefundablePayment } from './refund-payment.tsx'

const texts = invoiceTexts.list

const RefundPayment = lazy(() =>
  loadPart(() => import('./refund-payment.tsx').then((part) => ({ default: part.RefundPayment }))),
)

/** Documents and refunds of an invoice. @param refundable its payments with a refundable rest */
export function PaymentMenu({
  invoice,
  refundable,
}: {
  invoice: ClinicInvoice
  refundable: readonly RefundablePayment[]
}) {
  const pdf = useOpenPdf(pdfOfInvoice(invoice.id))
  const receipt = useReceiptDownload()
  const [asked, ask] = useState<RefundablePayment | null>(null)
  const isBusy = pdf.isBusy || receipt.isPending
  const hasPdf = !isOneOffPayment(invoice)
  const number = invoice.number ?? (hasPdf ? texts.noNumber : invoiceTexts.oneOff)
  const patient = invoice.patient?.full_name ?? texts.unknownPatient
  if (!hasPdf && invoice.receipts.length + refundable.length === 0) return null
  return (
    <>
      <DropdownMenu>
        <DropdownMenuTrigger asChild>
          <Button variant="quiet" size="icon" aria-label={texts.menu(number, patient)} disabled={isBusy}>
            {isBusy ? <Spinner /> : <Ellipsis aria-hidden />}
          </Button>
        </DropdownMenuTrigger>
        <DropdownMenuContent>
          {hasPdf && (
            <DropdownMenuItem onSelect={pdf.open}>
              <FileText aria-hidden />
              {texts.openInvoice}
            </DropdownMenuItem>
          )}
          {invoice.receipts.map(({ id, number: of }) => (
            <DropdownMenuItem key={id} onSelect={() => receipt.mutate(id)}>
              <ReceiptText aria-hidden />
              {texts.downloadReceipt(receiptNumber(of))}
            </DropdownMenuItem>
          ))}
          {refundable.map((payment) => (
            <DropdownMenuItem key={payment.id} onSelect={() => ask(payment)}>
              <Undo2 aria-hidden />
              {refundable.length === 1
                ? texts.refund
                : texts.refundOf(formatMoney(payment.leftCents, payment.currency))}
            </DropdownMenuItem>
          ))}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked && (
        <Suspense fallback={null}>
          <RefundPayment payment={asked} patient={patient} onClose={() => ask(null)} />
        </Suspense>
      )}
    </>
  )
}
