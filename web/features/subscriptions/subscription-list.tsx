import type { ReactNode } from 'react'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { ErrorState } from '#web/components/error-state.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Spinner } from '#web/components/ui/spinner.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { OwnSubscription } from './queries.ts'
import { useOwnSubscriptions } from './use-own-subscriptions.ts'

const texts = subscriptionTexts.state

/**
 * @param pending skeleton of one card
 * @param noPlan shown without a running plan; `isReturning` if there was one before
 */
export function SubscriptionList({
  clinic,
  pending,
  noPlan,
  children,
}: {
  clinic: Clinic
  pending: ReactNode
  noPlan(isReturning: boolean): ReactNode
  children(subscription: OwnSubscription): ReactNode
}) {
  const own = useOwnSubscriptions(clinic)
  if (own.status === 'loading') return pending
  if (own.status === 'error') {
    return (
      <ErrorState title={texts.failedTitle} onRetry={own.retry}>
        {texts.failed}
      </ErrorState>
    )
  }
  const { subscriptions, isConfirming } = own
  const hasNone = subscriptions.every(({ status }) => status === 'canceled')
  return (
    <div className="space-y-6">
      {hasNone && isConfirming && <ConfirmingCard />}
      {subscriptions.map(children)}
      {hasNone && !isConfirming && noPlan(subscriptions.length > 0)}
    </div>
  )
}

function ConfirmingCard() {
  return (
    <Card fold role="status">
      <p className="text-form font-semibold text-muted">{texts.label}</p>
      <p className="mt-1 pr-8 font-display text-h2 font-medium">{texts.confirmingTitle}</p>
      <p className="mt-3 flex gap-3">
        <Spinner className="mt-0.5 text-lead text-primary" />
        {texts.confirming}
      </p>
    </Card>
  )
}
