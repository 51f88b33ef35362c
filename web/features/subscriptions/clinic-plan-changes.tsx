import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { isEnding, isOverdue, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import { clinicChangeTexts, subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { formatMoney } from '#domain/values/money.ts'
import { DateText } from '#web/components/date-text.tsx'
import { FailedRead } from '#web/components/failed-read.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { openAmountOf } from './open-amount-of.ts'
import { PendingNotice } from './pending-notice.tsx'
import { LeavePlan, PlanChanges, WaysToEnd } from './plan-changes.tsx'
import { PlanWordsContext } from './plan-words.ts'
import { type OwnSubscription, patientSubscriptionQuery } from './queries.ts'
import { ResumeSubscription } from './resume-subscription.tsx'
import { ScheduledChange } from './scheduled-change.tsx'

const texts = clinicChangeTexts

/** The payer's changes of a plan, made by the clinic. Read on opening, because reads are recorded. */
export function ClinicPlanChanges({
  subscriptionId,
  planName,
  clinic,
}: {
  subscriptionId: string
  planName: string
  clinic: Clinic
}) {
  const [isOpen, setOpen] = useState(false)
  const panel = useId()
  return (
    <div className="mt-1 w-full">
      <Button
        variant="outline"
        size="small"
        aria-expanded={isOpen}
        aria-controls={isOpen ? panel : undefined}
        aria-label={isOpen ? undefined : texts.openOne(planName)}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? texts.close : texts.open}
      </Button>
      {isOpen && (
        <div id={panel} className="mt-3 rounded-control bg-sunken p-4">
          <PlanWordsContext value={clinicChangeTexts}>
            <Changes subscriptionId={subscriptionId} clinic={clinic} />
          </PlanWordsContext>
        </div>
      )}
    </div>
  )
}

function Changes({ subscriptionId, clinic }: { subscriptionId: string; clinic: Clinic }) {
  const read = useQuery(patientSubscriptionQuery(clinic, subscriptionId))
  if (read.isError) {
    return <FailedRead title={texts.failed} error={read.error} onRetry={() => void read.refetch()} />
  }
  if (read.isPending) {
    return (
      <Loading>
        <Skeleton className="h-5 w-4/5" />
        <Skeleton className="mt-2 h-11 w-60 rounded-control" />
      </Loading>
    )
  }
  const subscription = read.data
  return subscription && isRunning(subscription.status) ? (
    <RunningPlan subscription={subscription} clinic={clinic} />
  ) : (
    <p>{texts.ended}</p>
  )
}

export function RunningPlan({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  const standing = planStanding(subscription, serverNow())
  const { price, covered, scheduled, nextChargeCents, cancel_at_period_end: endsWithPeriod } = subscription
  const { page } = subscriptionTexts
  const given = { subscription, clinic }
  return (
    <>
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact label={texts.amount}>
          {page.every[price.interval](formatMoney(price.amount_cents, price.currency))}
        </Fact>
        {(standing.kind === 'active' || standing.kind === 'trial') && (
          <Fact label={texts.nextCharge}>
            {formatMoney(nextChargeCents, price.currency)},{' '}
            <DateText value={standing.nextChargeAt} timeZone={clinic.time_zone} />
          </Fact>
        )}
        {standing.isConfirmed && isEnding(standing) && (
          <Fact label={page.activeUntil}>
            <DateText value={standing.endsAt} timeZone={clinic.time_zone} />
          </Fact>
        )}
        {scheduled?.kind === 'resume' && (
          <Fact label={page.goesOn}>
            <DateText value={scheduled.effective_at} timeZone={clinic.time_zone} />
          </Fact>
        )}
        <Fact label={page.covers}>{covered.map(({ name }) => name).join(', ')}</Fact>
      </dl>
      <PendingNotice subscription={subscription} words={texts.pending} />
      <ScheduledChange {...given} />
      <p className="mt-4 text-note text-muted">
        {isOverdue(standing) && !endsWithPeriod ? texts.overdue : texts.lead}
      </p>
      <div className="mt-3 flex flex-wrap items-center gap-3">
        {subscription.pending === 'leave' ? null : endsWithPeriod ? (
          <>
            <ResumeSubscription {...given} />
            {openAmountOf(subscription) && <CancelSubscription {...given} />}
          </>
        ) : (
          <>
            {!isOverdue(standing) && <PlanChanges {...given} canSwitch={false} />}
            {standing.kind !== 'paused' && <CancelSubscription {...given} />}
            <LeavePlan {...given} />
            <WaysToEnd {...given} />
          </>
        )}
      </div>
    </>
  )
}

function Fact({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div>
      <dt className="text-note text-muted">{label}</dt>
      <dd className="font-semibold break-words">{children}</dd>
    </div>
  )
}
