import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { isDeskPayment } from '#domain/invoices/inputs.ts'
import { invoiceElement } from '#domain/mailed-links.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { shellTexts } from '#domain/texts/shell.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { InvoicePdf } from '#web/components/documents/invoice-pdf.tsx'
import { ReceiptPdf } from '#web/components/documents/receipt-pdf.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { LinkedMissing } from '#web/components/page/linked-missing.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Heads, Table } from '#web/components/ui/table.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { PaidYears } from './paid-years.tsx'
import { Processing } from './processing.tsx'
import { isOneOffPayment, type OwnInvoice, ownInvoicesQuery } from './queries.ts'

const texts = invoiceTexts.history
const tones: Record<string, 'success' | 'warning' | 'danger' | 'neutral'> = {
  paid: 'success',
  open: 'warning',
  uncollectible: 'danger',
}

export function BillingHistoryTab({ clinic }: { clinic: Clinic }) {
  return (
    <section aria-labelledby="billing-history">
      {/* sighted users see it as the tab's name */}
      <h2 id="billing-history" className="sr-only">
        {texts.title}
      </h2>
      <p className="mb-5 text-muted">{texts.lead}</p>
      <PaidYears clinic={clinic} />
      <History clinic={clinic} />
    </section>
  )
}

function History({ clinic }: { clinic: Clinic }) {
  const list = useInfiniteQuery(ownInvoicesQuery(clinic))
  const { data, isPending, isError, refetch } = list
  if (isPending) return <HistorySkeleton />
  // loaded rows stay visible if the next page fails
  if (isError && !data) return <ErrorState title={texts.failedTitle} onRetry={() => void refetch()} />

  const invoices = data.pages.flat()
  if (invoices.length === 0) {
    return (
      <EmptyState icon={ReceiptText} title={texts.empty}>
        {texts.emptyText}
      </EmptyState>
    )
  }
  return (
    <>
      {!list.hasNextPage && (
        <LinkedMissing prefix={invoiceElement('')} ids={invoices.map(({ id }) => invoiceElement(id))} />
      )}
      <InvoiceTable invoices={invoices} timeZone={clinic.time_zone} />
      {isError && (
        <Notice tone="danger" className="mt-4">
          {shellTexts.readFailed}
        </Notice>
      )}
      <MoreButton list={list} busyText={texts.moreBusy} className="mt-4">
        {texts.more}
      </MoreButton>
    </>
  )
}

function InvoiceTable({ invoices, timeZone }: { invoices: OwnInvoice[]; timeZone: string }) {
  const { columns } = texts
  return (
    <Table label={texts.title}>
      <Heads
        of={[
          columns.invoice,
          columns.date,
          { text: columns.amount, align: 'end' },
          columns.status,
          columns.pdf,
        ]}
      />
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  )
}

function InvoiceRow({ invoice, timeZone }: { invoice: OwnInvoice; timeZone: string }) {
  const number = invoice.number ?? (isOneOffPayment(invoice) ? invoiceTexts.oneOff : invoice.id)
  const refundedCents = invoice.payments.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0)
  const isDesk = invoice.payments.some(isDeskPayment)
  const refund = invoice.status === 'paid' && !isDesk && refundOf(refundedCents, invoice.total_cents)
  return (
    <tr id={invoiceElement(invoice.id)}>
      <Cell phone="title" className="font-semibold whitespace-nowrap">
        {number}
      </Cell>
      <Cell phone="note">
        <DateText value={invoice.issued_at} timeZone={timeZone} />
      </Cell>
      <Cell phone="amount" align="end">
        <span>
          <MoneyText cents={invoice.total_cents} currency={invoice.currency} />
          {invoice.credit_cents > 0 && (
            <span className="block text-note text-muted">
              {invoiceTexts.credit.onInvoice(formatMoney(invoice.credit_cents, invoice.currency))}
            </span>
          )}
          {refundedCents > 0 && (
            <span className="block text-note text-muted">
              {(isDesk ? texts.reversed : texts.refunded)(formatMoney(refundedCents, invoice.currency))}
            </span>
          )}
        </span>
      </Cell>
      <Cell phone="badge">
        {invoice.settles_about ? (
          <Processing until={dateInText(invoice.settles_about, timeZone)} />
        ) : (
          <Badge tone={refund ? 'neutral' : (tones[invoice.status] ?? 'neutral')}>
            {refund || (texts.statuses[invoice.status] ?? invoice.status)}
          </Badge>
        )}
      </Cell>
      <Cell phone="below">
        <span className="flex flex-wrap gap-2 max-sm:mr-2">
          {!isOneOffPayment(invoice) && <InvoicePdf invoiceId={invoice.id} number={number} />}
          {invoice.receipts.map((receipt) => (
            <ReceiptPdf key={receipt.id} receipt={receipt} />
          ))}
        </span>
      </Cell>
    </tr>
  )
}

/** As the clinic sees it; the amount is below the total. */
function refundOf(refundedCents: number, totalCents: number): string | null {
  if (refundedCents === 0) return null
  return refundedCents < totalCents ? texts.refundedPartly : texts.refundedWhole
}

function HistorySkeleton() {
  return (
    <Loading>
      <div className="card p-4">
        {[1, 2, 3].map((row) => (
          <Skeleton key={row} className="my-3 h-8" />
        ))}
      </div>
    </Loading>
  )
}
