import { Ban, Ellipsis, FileText, HandCoins, ReceiptText, RotateCcw, Undo2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { isDeskPayment } from '#domain/invoices/inputs.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
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
import { useCan } from '#web/lib/clinic/use-can.ts'
import { loadPart } from '#web/lib/page/page-chunks.ts'
import type { DeskEntry } from './desk-entry.ts'
import { type ClinicInvoice, isOneOffPayment } from './queries.ts'
import type { RefundablePayment } from './refund-payment.tsx'

const texts = clinicInvoiceTexts.list

const RefundPayment = lazy(() =>
  loadPart(() => import('./refund-payment.tsx').then((part) => ({ default: part.RefundPayment }))),
)
// one part: all are rare
const DeskDialog = lazy(() =>
  loadPart(() => import('./desk-dialog.tsx').then((part) => ({ default: part.DeskDialog }))),
)

/** Documents, refunds and the desk's entries of an invoice. @param refundable its payments with a refundable rest */
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
  const [entry, enter] = useState<DeskEntry | null>(null)
  const may = useCan()
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
          {invoice.receipts.map(({ id, label }) => (
            <DropdownMenuItem key={id} onSelect={() => receipt.mutate(id)}>
              <ReceiptText aria-hidden />
              {texts.downloadReceipt(label)}
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
          {may('payments:collect') &&
            deskEntries(invoice).map((kind) => {
              const Icon = icons[kind]
              return (
                <DropdownMenuItem key={kind} onSelect={() => enter(kind)}>
                  <Icon aria-hidden />
                  {texts[kind]}
                </DropdownMenuItem>
              )
            })}
        </DropdownMenuContent>
      </DropdownMenu>
      {asked && (
        <Suspense fallback={null}>
          <RefundPayment payment={asked} patient={patient} onClose={() => ask(null)} />
        </Suspense>
      )}
      {entry && (
        <Suspense fallback={null}>
          <DeskDialog entry={entry} invoice={invoice} patient={patient} onClose={() => enter(null)} />
        </Suspense>
      )}
    </>
  )
}

const icons = { record: HandCoins, reverse: RotateCcw, writeOff: Ban }

function deskEntries({
  status,
  amount_due_cents: dueCents,
  subscription,
  payments,
}: ClinicInvoice): DeskEntry[] {
  const isOwed = (status === 'open' || status === 'uncollectible') && dueCents > 0
  // a running plan is canceled without its open amount instead
  const canWriteOff = status === 'open' && isOwed && !(subscription && isRunning(subscription.status))
  const canReverse = payments.some(
    (payment) => isDeskPayment(payment) && payment.status === 'succeeded' && payment.refunded_cents === 0,
  )
  return [
    ...(isOwed ? ['record' as const] : []),
    ...(canReverse ? ['reverse' as const] : []),
    ...(canWriteOff ? ['writeOff' as const] : []),
  ]
}
