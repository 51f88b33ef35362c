import { useMutation, useQuery } from '@tanstack/react-query'
import { Download, ReceiptText } from 'lucide-react'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { formatMonth } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { OpenPdf } from '#web/components/documents/open-pdf.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import { toast } from '#web/components/ui/toast.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { callFunction, downloadFunction } from '#web/lib/fetch/api.ts'
import { describeRefusal } from '#web/lib/fetch/refusals.ts'
import { downloadFile } from '#web/lib/files/download-file.ts'
import { type ClinicInvoice, clinicInvoicesQuery } from './queries.ts'
import { usePayInvoice } from './use-pay-invoice.ts'

const texts = clinicTierTexts.billing.history

/** Carefold's invoices to the clinic, each with its PDF, and all in one archive (docs/specification.md B2.8). */
export function InvoiceHistory({ clinic }: { clinic: Pick<Clinic, 'subdomain' | 'time_zone'> }) {
  const invoices = useQuery(clinicInvoicesQuery(clinic.subdomain))
  return (
    <section aria-labelledby="billing-history">
      <div className="mb-5 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div>
          <h2 id="billing-history" className="font-display text-h3 font-medium">
            {texts.title}
          </h2>
          <p className="text-muted">{texts.lead}</p>
          {invoices.data?.some(({ status }) => status === 'open') && (
            <p className="mt-1 max-w-140 text-muted">{texts.leads}</p>
          )}
        </div>
        {invoices.data && invoices.data.length > 0 && <DownloadAll />}
      </div>
      {invoices.isPending ? (
        <Loading>
          <Skeleton className="h-48 rounded-card" />
        </Loading>
      ) : invoices.data === undefined ? (
        <ErrorState title={texts.failedTitle} onRetry={() => void invoices.refetch()} />
      ) : invoices.data.length === 0 ? (
        <EmptyState icon={ReceiptText} title={texts.empty}>
          {texts.emptyText}
        </EmptyState>
      ) : (
        <InvoiceTable invoices={invoices.data} timeZone={clinic.time_zone} />
      )}
    </section>
  )
}

function DownloadAll() {
  const download = useMutation({
    mutationFn: () => downloadFunction('clinic-invoices-zip', {}),
    onSuccess: ({ fileName, content }) => downloadFile(fileName, content, { type: 'application/zip' }),
    onError: (error) => toast.error(texts.downloadFailedTitle, describeRefusal(error, texts.openFailed)),
  })
  return (
    <SubmitButton
      type="button"
      variant="outline"
      isBusy={download.isPending}
      busyText={texts.downloading}
      onClick={() => void (download.isPending || download.mutate())}
    >
      <Download aria-hidden />
      {texts.downloadAll}
    </SubmitButton>
  )
}

function InvoiceTable({ invoices, timeZone }: { invoices: readonly ClinicInvoice[]; timeZone: string }) {
  const { columns } = texts
  return (
    <Table label={texts.title}>
      <thead>
        <tr>
          <th scope="col">{columns.invoice}</th>
          <th scope="col">{columns.date}</th>
          <th scope="col" data-align="end">
            {columns.amount}
          </th>
          <th scope="col">{columns.status}</th>
          <th scope="col">{columns.pdf}</th>
        </tr>
      </thead>
      <tbody>
        {invoices.map((invoice) => (
          <InvoiceRow key={invoice.id} invoice={invoice} timeZone={timeZone} />
        ))}
      </tbody>
    </Table>
  )
}

function InvoiceRow({ invoice, timeZone }: { invoice: ClinicInvoice; timeZone: string }) {
  const number = invoice.number ?? invoice.id
  return (
    <tr>
      <Cell phone="title">
        <span className="block font-semibold whitespace-nowrap">{number}</span>
        <span className="block text-note text-muted">{subjectOf(invoice)}</span>
      </Cell>
      <Cell phone="note">
        <DateText value={invoice.issued_at} timeZone={timeZone} />
      </Cell>
      <Cell phone="amount" align="end">
        <span>
          <MoneyText cents={invoice.total_cents} currency={invoice.currency} />
          {invoice.refunded_cents > 0 && (
            <span className="block text-note text-muted">
              {texts.refunded(formatMoney(invoice.refunded_cents, invoice.currency))}
            </span>
          )}
        </span>
      </Cell>
      <Cell phone="badge">
        <StatusBadge invoice={invoice} />
      </Cell>
      <Cell phone="below">
        <span className="flex gap-2 max-sm:mr-2">
          {invoice.status === 'open' && <PayNow invoiceId={invoice.id} number={number} />}
          <OpenPdf
            texts={texts}
            number={number}
            request={() => callFunction('clinic-invoice-pdf', { invoiceId: invoice.id })}
            onError={(error) => toast.error(texts.openFailedTitle, describeRefusal(error, texts.openFailed))}
          />
        </span>
      </Cell>
    </tr>
  )
}

function subjectOf({ kind, month }: ClinicInvoice): string {
  if (kind === 'commission')
    return month ? texts.kinds.commission(formatMonth(month)) : texts.kinds.commissionOf
  return kind === 'tier' ? texts.kinds.tier : texts.kinds.other
}

function StatusBadge({ invoice: { status, past_due_at } }: { invoice: ClinicInvoice }) {
  if (status === 'open' && past_due_at) return <Badge tone="danger">{texts.statuses.pastDue}</Badge>
  const tone = { paid: 'success', open: 'warning', void: 'neutral', uncollectible: 'danger' } as const
  return <Badge tone={tone[status]}>{texts.statuses[status]}</Badge>
}

function PayNow({ invoiceId, number }: { invoiceId: string; number: string }) {
  const pay = usePayInvoice()
  return (
    <Button
      size="small"
      aria-label={texts.payOf(number)}
      aria-disabled={pay.isPending || undefined}
      onClick={() => void (pay.isPending || pay.mutate(invoiceId))}
    >
      {pay.isPending && <Spinner />}
      {texts.pay}
    </Button>
  )
}
