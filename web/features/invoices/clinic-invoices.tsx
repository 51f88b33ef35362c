import { useInfiniteQuery } from '@tanstack/react-query'
import { Receipt } from 'lucide-react'
import type { ReactNode } from 'react'
import { type TakenBack, takenBackOf } from '#domain/invoices/disputes.ts'
import { type DeskMethod, isDeskPayment, type RefundReason } from '#domain/invoices/inputs.ts'
import { invoiceElement } from '#domain/mailed-links.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { EmptyState } from '#web/components/empty-state.tsx'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { Badge } from '#web/components/ui/badge.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { Cell, Table } from '#web/components/ui/table.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { PaymentMenu } from './payment-menu.tsx'
import { Processing } from './processing.tsx'
import { type ClinicInvoice, type InvoiceChoice, invoicesQuery, isOneOffPayment } from './queries.ts'
import type { RefundablePayment } from './refund-payment.tsx'

const texts = clinicInvoiceTexts.list
const { columns } = texts

const tones = {
  draft: 'neutral',
  open: 'warning',
  paid: 'success',
  void: 'neutral',
  uncollectible: 'danger',
} as const satisfies Record<ClinicInvoice['status'], string>

/** Invoices to patients with their outcome, newest first. @param empty shown without any; by default that there are none */
export function InvoiceTable({
  clinic,
  empty,
  ...choice
}: InvoiceChoice & { clinic: Clinic; empty?: ReactNode }) {
  const invoices = useInfiniteQuery(invoicesQuery(clinic.subdomain, choice))
  const { patientId } = choice
  if (invoices.isPending) {
    return (
      <Loading>
        <Skeleton className="h-64 rounded-card" />
      </Loading>
    )
  }
  // loaded rows stay visible if the next page fails
  if (!invoices.data) return <ErrorState title={texts.failed} onRetry={() => void invoices.refetch()} />
  const rows = invoices.data.pages.flat()
  if (rows.length === 0 && empty) return empty
  if (rows.length === 0 && patientId) return <p className="text-form text-muted">{texts.noneOfPatient}</p>
  if (rows.length === 0) {
    return (
      <EmptyState icon={Receipt} title={texts.emptyTitle}>
        {texts.empty}
      </EmptyState>
    )
  }
  return (
    <div className="space-y-4">
      <Table label={texts.tableLabel}>
        <thead>
          <tr>
            <th scope="col">{columns.number}</th>
            {!patientId && <th scope="col">{columns.patient}</th>}
            <th scope="col">{columns.date}</th>
            <th scope="col" data-align="end">
              {columns.amount}
            </th>
            <th scope="col">{columns.status}</th>
            <th scope="col" data-align="end">
              <span className="sr-only">{columns.actions}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((invoice) => (
            <InvoiceRow
              key={invoice.id}
              invoice={invoice}
              timeZone={clinic.time_zone}
              isOfPatient={patientId !== undefined}
            />
          ))}
        </tbody>
      </Table>
      <MoreButton list={invoices} busyText={texts.loadingMore}>
        {texts.more}
      </MoreButton>
    </div>
  )
}

function InvoiceRow({
  invoice,
  timeZone,
  isOfPatient,
}: {
  invoice: ClinicInvoice
  timeZone: string
  isOfPatient: boolean
}) {
  const may = useCan()
  const left = may('payments:refund') ? whatIsLeft(invoice) : []
  const desk = invoice.payments.find(isDeskPayment)
  const disputed = left.find(({ takenBack }) => takenBack)?.takenBack
  const refundable = left.filter(({ takenBack }) => !takenBack)
  const refundedCents = invoice.payments.reduce((sum, { refunded_cents }) => sum + refunded_cents, 0)
  return (
    <tr id={invoiceElement(invoice.id)}>
      <Cell className="font-semibold whitespace-nowrap tabular-nums">
        {invoice.number ?? (isOneOffPayment(invoice) ? invoiceTexts.oneOff : texts.noNumber)}
      </Cell>
      {!isOfPatient && (
        <Cell phone="title" className="max-sm:font-semibold">
          <span className="break-words">{invoice.patient?.full_name ?? texts.unknownPatient}</span>
        </Cell>
      )}
      <Cell phone={isOfPatient ? 'title' : 'note'} className={isOfPatient ? 'max-sm:font-semibold' : ''}>
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
              {(desk ? clinicInvoiceTexts.reverse.reversed : clinicInvoiceTexts.refund.refunded)(
                formatMoney(refundedCents, invoice.currency),
              )}
            </span>
          )}
          {refundedCents > 0 &&
            refundReasonsOf(invoice).map((reason) => (
              <span key={reason} className="block text-note text-muted">
                {clinicInvoiceTexts.refund.reasons[reason]}
              </span>
            ))}
        </span>
      </Cell>
      <Cell phone="badge">
        <InvoiceStatus invoice={invoice} refundedCents={desk ? 0 : refundedCents} timeZone={timeZone} />
        {desk?.status === 'succeeded' && (
          <span className="mt-1 block text-note text-muted">
            {texts.atDesk(
              invoiceTexts.methods[desk.method as DeskMethod],
              desk.reference,
              dateInText(desk.charged_at, timeZone),
            )}
          </span>
        )}
        {invoice.status === 'uncollectible' && invoice.write_off_reason && (
          <span className="mt-1 block text-note text-muted">
            {clinicInvoiceTexts.writeOff.reasons[invoice.write_off_reason]}
          </span>
        )}
        {disputed && (
          <span className="mt-1 block text-note text-muted">
            {clinicInvoiceTexts.refund.takenBack[disputed]}
          </span>
        )}
      </Cell>
      <Cell phone="menu" align="end">
        <PaymentMenu invoice={invoice} refundable={refundable} />
      </Cell>
    </tr>
  )
}

function refundReasonsOf({ payments }: ClinicInvoice): RefundReason[] {
  return [...new Set(payments.flatMap(({ refunds }) => refunds.flatMap(({ reason }) => reason ?? [])))]
}

/** Payments of an invoice with a refundable rest, and disputes. */
function whatIsLeft({
  payments,
  currency,
}: ClinicInvoice): (RefundablePayment & { takenBack?: TakenBack })[] {
  return payments
    .filter((payment) => payment.status === 'succeeded' && !isDeskPayment(payment))
    .map(({ id, amount_cents, refunded_cents, disputes }) => ({
      id,
      currency,
      leftCents: amount_cents - refunded_cents,
      takenBack: takenBackOf(disputes),
    }))
    .filter(({ leftCents }) => leftCents > 0)
}

function InvoiceStatus({
  invoice,
  refundedCents,
  timeZone,
}: {
  invoice: ClinicInvoice
  refundedCents: number
  timeZone: string
}) {
  if (refundedCents > 0 && invoice.status === 'paid')
    return <Badge>{refundedCents < invoice.total_cents ? texts.refundedPartly : texts.refunded}</Badge>
  if (invoice.settles_about) return <Processing until={dateInText(invoice.settles_about, timeZone)} />
  const hasFailed = invoice.status === 'open' && invoice.attempt_count > 0
  if (!hasFailed) {
    const badge = <Badge tone={tones[invoice.status]}>{invoiceTexts.statuses[invoice.status]}</Badge>
    if (invoice.status !== 'open' || !invoice.due_at) return badge
    const isOverdue = new Date(invoice.due_at) < serverNow()
    const due = isOverdue ? texts.overdueSince : texts.dueBy
    return (
      <span className="inline-flex flex-col items-end sm:items-start">
        {badge}
        <span className={isOverdue ? 'mt-1 text-note text-danger' : 'mt-1 text-note text-muted'}>
          {due(dateInText(invoice.due_at, timeZone))}
        </span>
      </span>
    )
  }
  return (
    <span className="inline-flex flex-col items-end sm:items-start">
      <Badge tone="danger">{texts.paymentFailed}</Badge>
      {/* on phones a row has two lines; the list of failed payments says both */}
      {invoice.next_attempt_at && (
        <span className="mt-1 text-note text-muted max-sm:hidden">
          {texts.nextAttempt(dateInText(invoice.next_attempt_at, timeZone))}
        </span>
      )}
      {invoice.failure_mailed_at && (
        <span className="text-note text-muted max-sm:hidden">
          {texts.mailed(dateInText(invoice.failure_mailed_at, timeZone))}
        </span>
      )}
    </span>
  )
}
