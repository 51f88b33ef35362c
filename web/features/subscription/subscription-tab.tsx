import type { ReactNode } from 'react'
import { portalTexts } from '#domain/texts/portal.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import type { Clinic } from '../../lib/current-clinic.ts'
import { ConfirmingCard } from './membership-section.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { useMembership } from './use-membership.ts'

/**
 * A patient's plans with everything about them: amount, period, next charge, cancelling.
 *
 * @param noPlan what to offer when none runs
 */
export function SubscriptionTab({
  clinic,
  noPlan,
}: {
  clinic: Clinic
  noPlan(isReturning: boolean): ReactNode
}) {
  const membership = useMembership(clinic)
  if (membership.status === 'loading') return <SubscriptionSkeleton />
  if (membership.status === 'error') {
    return (
      <ErrorState title={portalTexts.membership.failedTitle} onRetry={membership.retry}>
        {portalTexts.membership.failed}
      </ErrorState>
    )
  }
  const { subscriptions, isConfirming } = membership
  const isOver = subscriptions.every(({ status }) => status === 'canceled')
  return (
    <div className="space-y-6">
      {isConfirming && isOver && <ConfirmingCard />}
      {subscriptions.map((subscription) => (
        <SubscriptionCard key={subscription.id} subscription={subscription} clinic={clinic} />
      ))}
      {isOver && !isConfirming && noPlan(subscriptions.length > 0)}
    </div>
  )
}

function SubscriptionSkeleton() {
  return (
    <Loading>
      <Card fold>
        <Skeleton className="h-6 w-20 rounded-full" />
        <Skeleton className="mt-3 h-8 w-3/5" />
        <div className="mt-6 grid gap-5 sm:grid-cols-2">
          {[1, 2, 3].map((row) => (
            <div key={row}>
              <Skeleton className="h-4 w-28" />
              <Skeleton className="mt-2 h-5 w-40" />
            </div>
          ))}
        </div>
        <Skeleton className="mt-6 h-11 w-44 rounded-control" />
      </Card>
    </Loading>
  )
}
