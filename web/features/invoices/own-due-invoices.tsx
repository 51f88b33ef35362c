import { useQuery } from '@tanstack/react-query'
import { invoiceTexts } from '#domain/texts/invoices.ts'
import { formatDate } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { SubmitButton } from '#web/components/form/submit-button.tsx'
import { usePayInvoice } from '#web/components/plan-agreement/use-pay-invoice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type OwnDueInvoice, ownDueInvoicesQuery } from './queries.ts'

const texts = invoiceTexts.due

/** Invoices to pay by link, and those of ended plans; nothing without one. @param onLeave before the payment page opens */
export function OwnDueInvoices({ clinic, onLeave }: { clinic: Clinic; onLeave(invoiceId: string): void }) {
  const { data: invoices = [] } = useQuery(ownDueInvoicesQuery(clinic))
  if (invoices.length === 0) return null
  return (
    <ul aria-label={texts.label} className="card mb-6 divide-y divide-line">
      {invoices.map((invoice) => (
        <Row key={invoice.id} invoice={invoice} timeZone={clinic.time_zone} onLeave={onLeave} />
      ))}
    </ul>
  )
}

function Row({
  invoice,
  timeZone,
  onLeave,
}: {
  invoice: OwnDueInvoice
  timeZone: string
  onLeave(invoiceId: string): void
}) {
  const {
    id,
    number,
    amount_due_cents: dueCents,
    currency,
    issued_at: issuedAt,
    due_at: dueAt,
    subscriptionId,
  } = invoice
  const isOverdue = dueAt !== null && new Date(dueAt) < serverNow()
  const amount = formatMoney(dueCents, currency)
  const pay = usePayInvoice({ invoiceId: id, subscriptionId }, onLeave, texts)
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 p-4 sm:p-5">
      <p className="min-w-0 break-words">
        <span className="block font-semibold">{texts.line(number ?? '', amount)}</span>
        <span className={isOverdue ? 'text-form text-danger' : 'text-form text-muted'}>
          {dueAt
            ? (isOverdue ? texts.overdue : texts.by)(formatDate(dueAt, timeZone))
            : texts.issued(formatDate(issuedAt, timeZone))}
        </span>
      </p>
      <SubmitButton
        type="button"
        // until the other page has loaded
        isBusy={pay.isBusy}
        busyText={texts.busy}
        onClick={pay.run}
      >
        {texts.pay(amount)}
      </SubmitButton>
      {pay.dialog}
    </li>
  )
}
