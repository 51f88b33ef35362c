import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { collectionSteps } from '#domain/invoices/collection-steps.ts'
import { nextPaymentLinkAt } from '#domain/invoices/invoices.ts'
import { failedPaymentsId, personTab } from '#domain/paths.ts'
import { isOverdue, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { dunning } from '#domain/subscriptions/subscriptions.ts'
import { clinicInvoiceTexts } from '#domain/texts/clinic-invoices.ts'
import { formatClock, formatDate, formatMoment } from '#domain/values/dates.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { MoneyText } from '#web/components/money-text.tsx'
import { MoreButton } from '#web/components/more-button.tsx'
import { TextLink } from '#web/components/text-link.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { useCan } from '#web/lib/clinic/use-can.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { type FailedPayment, failedPaymentsQuery } from './queries.ts'
import { RetryPayment, SendPaymentLink } from './retry-payment.tsx'

const texts = clinicInvoiceTexts.failedPayments

/**
 * Failed renewals with their actions. Admins only.
 * @param patientId on the page of this patient @param empty shown without any; nothing by default
 */
export function FailedPayments({
  clinic,
  patientId = null,
  empty = null,
}: {
  clinic: Clinic
  patientId?: string | null
  empty?: ReactNode
}) {
  const failed = useInfiniteQuery(failedPaymentsQuery(clinic.subdomain, patientId))
  const may = useCan()
  const rows = failed.data?.pages.flat() ?? []
  if (!failed.data && failed.isError)
    return <ErrorState title={texts.loadFailed} onRetry={() => void failed.refetch()} />
  if (rows.length === 0) return failed.data ? empty : null
  return (
    <section aria-labelledby={failedPaymentsId}>
      <h2 id={failedPaymentsId} className="mb-2 rounded-sm font-display text-h3 font-medium">
        {texts.title}
      </h2>
      <p className="mb-4 text-muted">{texts.lead(dunning.retryAfterDays)}</p>
      <div className="space-y-4">
        <ul aria-label={texts.listLabel} className="card divide-y divide-line">
          {rows.map((payment) => (
            <Row
              key={payment.id}
              payment={payment}
              timeZone={clinic.time_zone}
              isLinked={patientId === null && may('patients:read')}
            />
          ))}
        </ul>
        <MoreButton list={failed} busyText={texts.loadingMore}>
          {texts.more}
        </MoreButton>
      </div>
    </section>
  )
}

function Row({
  payment,
  timeZone,
  isLinked,
}: {
  payment: FailedPayment
  timeZone: string
  isLinked: boolean
}) {
  const may = useCan()
  const patient = payment.patient?.full_name ?? clinicInvoiceTexts.list.unknownPatient
  const { plan } = payment.subscription
  return (
    <li className="grid gap-x-6 gap-y-3 p-4 sm:p-5 lg:grid-cols-[minmax(0,1fr)_minmax(21rem,auto)] lg:items-center">
      <div className="min-w-0">
        <div className="flex items-baseline justify-between gap-4 lg:justify-start">
          {isLinked ? (
            <TextLink
              to={withClinic(personTab(payment.patient_id, 'money'))}
              className="min-w-0 font-semibold break-words"
            >
              {patient}
            </TextLink>
          ) : (
            <span className="min-w-0 font-semibold break-words">{patient}</span>
          )}
          <span className="flex-none font-semibold tabular-nums">
            <MoneyText cents={payment.amount_due_cents} currency={payment.currency} />
          </span>
        </div>
        <p className="text-form break-words text-muted">
          {texts.since(plan?.name ?? '', formatDate(payment.issued_at, timeZone))}
        </p>
        <p aria-live="polite" className="mt-2 text-form font-semibold text-danger">
          {outcomeOf(payment, timeZone)}
        </p>
        <ul className="mt-1 flex flex-wrap gap-x-4 text-form">
          {factsOf(payment, timeZone).map((fact) => (
            <li key={fact}>{fact}</li>
          ))}
        </ul>
      </div>
      {may('payments:collect') && (
        <div className="flex flex-wrap gap-2">
          <RetryPayment payment={payment} patient={patient} />
          {!linkWaitsUntil(payment) && <SendPaymentLink payment={payment} patient={patient} />}
        </div>
      )}
    </li>
  )
}

/** Why the last charge failed, after a retry with its time. */
function outcomeOf(payment: FailedPayment, timeZone: string): string {
  const { retriedAt } = collectionSteps(payment)
  const reason = reasonOf(payment)
  return retriedAt ? texts.retried(formatMoment(retriedAt, serverNow(), timeZone), reason) : reason
}

function reasonOf({ payments }: FailedPayment): string {
  const { reasons } = texts
  const last = payments
    .filter(({ status }) => status === 'failed')
    .toSorted((a, b) => a.charged_at.localeCompare(b.charged_at, 'en-US'))
    .at(-1)
  if (!last) return reasons.none
  const { failure_code: code } = last
  return code && code in reasons ? reasons[code as keyof typeof reasons] : reasons.other
}

function factsOf(payment: FailedPayment, timeZone: string): string[] {
  const { next_attempt_at: next, failure_mailed_at: mailed, subscription } = payment
  const on = (instant: string | Date) => formatDate(instant, timeZone)
  const facts = [next ? texts.next(on(next)) : texts.noNext]
  const standing = planStanding(subscription, serverNow())
  // a plan that is not overdue has its benefits: only part of a month was not paid
  if (standing.kind === 'past_due' && standing.isUsable) facts.push(texts.grace(on(standing.benefitsEndAt)))
  else if (isOverdue(standing)) facts.push(texts.graceOver)
  const again = linkWaitsUntil(payment)
  const moment = (instant: string | Date) => formatMoment(instant, serverNow(), timeZone)
  const sent = mailed ? texts.mailed(moment(mailed)) : texts.notMailed
  facts.push(again ? `${sent}, ${texts.linkAgain(`${on(again)}, ${formatClock(again, timeZone)}`)}` : sent)
  return facts
}

/** When the payer can be mailed again; null: now. */
function linkWaitsUntil({ failure_mailed_at: mailed }: FailedPayment): Date | null {
  const now = serverNow()
  // a clock behind the server's must not hide the button
  return mailed && new Date(mailed) <= now ? nextPaymentLinkAt(new Date(mailed), now) : null
}
