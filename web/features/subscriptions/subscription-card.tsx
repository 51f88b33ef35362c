import { type ReactNode, useEffect, useRef } from 'react'
import { percentageOf } from '#domain/payouts/clinic-tax.ts'
import { isEnding, isOverdue, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { dateInText } from '#domain/values/dates.ts'
import { formatMoney } from '#domain/values/money.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { DateText } from '#web/components/date-text.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { PayAutomatically } from './cards/pay-automatically.tsx'
import { OverdueActions } from './overdue-actions.tsx'
import { PendingNotice } from './pending-notice.tsx'
import { LeavePlan, PlanChanges, WaysToEnd } from './plan-changes.tsx'
import type { OwnSubscription } from './queries.ts'
import { ResumeSubscription } from './resume-subscription.tsx'
import { ScheduledChange } from './scheduled-change.tsx'
import { StateMessage } from './state-message.tsx'

const texts = subscriptionTexts.page

/** One plan on the payments page. Dates in the clinic's time zone. */
export function SubscriptionCard({
  subscription,
  clinic,
}: {
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const standing = planStanding(subscription, serverNow())
  const { plan, price, tax, covered, current_period_start, current_period_end, cancel_at_period_end } =
    subscription
  const heading = useFocusAfterChange<HTMLHeadingElement>(cancel_at_period_end)
  const day = (instant: string) => <DateText value={instant} timeZone={clinic.time_zone} />
  const isEndUnconfirmed = !standing.isConfirmed && cancel_at_period_end
  const isSaidByFacts = standing.kind === 'active' || standing.kind === 'ended'

  return (
    <Card fold>
      <StandingBadge standing={standing} />
      <h2 ref={heading} tabIndex={-1} className="mt-2 pr-8 font-display text-h2 font-medium break-words">
        {plan.name}
      </h2>
      <PendingNotice subscription={subscription} />
      {!isSaidByFacts && !isEndUnconfirmed && (
        <div className="mt-3">
          <StateMessage standing={standing} subscription={subscription} clinic={clinic} />
          {isOverdue(standing) && standing.isConfirmed && (
            <OverdueActions subscription={subscription} clinic={clinic} isDueShown />
          )}
        </div>
      )}
      <OnItsWay subscription={subscription} clinic={clinic} />
      <ScheduledChange subscription={subscription} clinic={clinic} />
      <dl className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2">
        <Fact label={texts.amount}>
          {texts.every[price.interval](formatMoney(price.amount_cents, price.currency))}
          {tax && texts.withTax(tax.name, percentageOf(tax.ratePpm))}
        </Fact>
        {isRunning(subscription.status) && (
          <Fact label={texts.period}>
            {day(current_period_start)} – {day(current_period_end)}
          </Fact>
        )}
        {(standing.kind === 'active' || standing.kind === 'trial') && (
          <Fact label={texts.nextBilling}>{day(standing.nextChargeAt)}</Fact>
        )}
        {standing.isConfirmed && isEnding(standing) && (
          <Fact label={texts.activeUntil}>{day(standing.endsAt)}</Fact>
        )}
        {subscription.scheduled?.kind === 'resume' && (
          <Fact label={texts.goesOn}>{day(subscription.scheduled.effective_at)}</Fact>
        )}
        {standing.kind === 'ended' && <Fact label={texts.endedOn}>{day(standing.endedAt)}</Fact>}
        {covered.some(({ name }) => name !== null) && (
          <Fact label={texts.covers}>{covered.map(({ name }) => name ?? texts.you).join(', ')}</Fact>
        )}
        <Fact label={texts.memberSince}>{day(subscription.started_at)}</Fact>
      </dl>
      {subscription.pending !== 'leave' &&
        isRunning(subscription.status) &&
        (!isOverdue(standing) || cancel_at_period_end) && (
          <div className="mt-7 flex flex-wrap items-center gap-3">
            {cancel_at_period_end ? (
              <ResumeSubscription subscription={subscription} clinic={clinic} />
            ) : (
              <>
                {subscription.days_until_due !== null && (
                  <PayAutomatically subscription={subscription} clinic={clinic} />
                )}
                <PlanChanges subscription={subscription} clinic={clinic} canSwitch />
                {standing.kind !== 'paused' && (
                  <CancelSubscription subscription={subscription} clinic={clinic} />
                )}
                <div className="basis-full">
                  <LeavePlan subscription={subscription} clinic={clinic} />
                </div>
                <WaysToEnd subscription={subscription} clinic={clinic} />
              </>
            )}
          </div>
        )}
    </Card>
  )
}

export function SubscriptionCardSkeleton() {
  return (
    <Loading>
      <Card fold>
        <Skeleton className="h-6 w-20 rounded-full" />
        <Skeleton className="mt-3 h-8 w-3/5" />
        <div className="mt-6 grid gap-x-8 gap-y-5 sm:grid-cols-2">
          {[1, 2, 3, 4].map((fact) => (
            <div key={fact}>
              <Skeleton className="h-4 w-28" />
              <Skeleton className="mt-2 h-6 w-40" />
            </div>
          ))}
        </div>
        <Skeleton className="mt-7 h-11 w-44 rounded-control" />
      </Card>
    </Loading>
  )
}

/** Debits of a bank account that have begun; never said to be paid before they arrive. */
function OnItsWay({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  return subscription.open_invoices.map(
    ({ id, amount_due_cents: cents, currency, settles_about: until }) =>
      until && (
        <Notice key={id} tone="info" title={subscriptionTexts.state.onItsWay.title} className="mt-3">
          {subscriptionTexts.state.onItsWay.text(
            formatMoney(cents, currency),
            clinic.name,
            dateInText(until, clinic.time_zone),
          )}
        </Notice>
      ),
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-form text-muted">{label}</dt>
      <dd className="text-lead font-semibold">{children}</dd>
    </div>
  )
}

/** Moves focus to the heading when canceling removes the focused button. */
function useFocusAfterChange<Target extends HTMLElement>(value: boolean) {
  const target = useRef<Target>(null)
  const last = useRef(value)
  useEffect(() => {
    if (last.current === value) return
    last.current = value
    target.current?.focus({ preventScroll: true })
  }, [value])
  return target
}
