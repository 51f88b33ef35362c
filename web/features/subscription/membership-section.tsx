import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { portalTexts } from '#domain/texts/portal.ts'
import { ErrorState } from '../../components/error-state.tsx'
import { Button } from '../../components/ui/button.tsx'
import { Card } from '../../components/ui/card.tsx'
import { Loading, Skeleton } from '../../components/ui/skeleton.tsx'
import { Spinner } from '../../components/ui/spinner.tsx'
import { withClinic } from '../../lib/clinic-address.ts'
import type { Clinic } from '../../lib/current-clinic.ts'
import { paths } from '../../paths.ts'
import { membershipState } from './membership-state.ts'
import type { OwnSubscription } from './queries.ts'
import { StateBadge } from './state-badge.tsx'
import { StateMessage } from './state-message.tsx'
import { useMembership } from './use-membership.ts'

const texts = portalTexts.membership

/**
 * How a patient's plan stands, for the top of home.
 *
 * @param noPlan what to offer when none runs
 */
export function MembershipSection({
  clinic,
  noPlan,
}: {
  clinic: Clinic
  noPlan(isReturning: boolean): ReactNode
}) {
  const membership = useMembership(clinic)
  if (membership.status === 'loading') return <MembershipSkeleton />
  if (membership.status === 'error') {
    return (
      <ErrorState title={texts.failedTitle} onRetry={membership.retry}>
        {texts.failed}
      </ErrorState>
    )
  }
  const { subscriptions, isConfirming } = membership
  const isOver = subscriptions.every(({ status }) => status === 'canceled')
  return (
    <div className="space-y-6">
      {isConfirming && isOver && <ConfirmingCard />}
      {subscriptions.map((subscription) => (
        <MembershipCard key={subscription.id} subscription={subscription} clinic={clinic} />
      ))}
      {isOver && !isConfirming && noPlan(subscriptions.length > 0)}
    </div>
  )
}

function MembershipCard({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  const state = membershipState(subscription)
  const { name, includes } = subscription.plan
  return (
    <Card fold>
      <div className="flex items-center gap-3 pr-8">
        <h2 className="text-form font-semibold text-muted">{texts.label}</h2>
        <StateBadge state={state} />
      </div>
      <p className="mt-1 pr-8 font-display text-h2 font-medium break-words">{name}</p>
      <div className="mt-3">
        <StateMessage state={state} subscription={subscription} clinic={clinic} />
      </div>
      {includes.length > 0 && state.kind !== 'ended' && (
        <>
          <h3 className="mt-6 text-form font-semibold">{portalTexts.home.included}</h3>
          <ul className="mt-2 space-y-2">
            {includes.map((line) => (
              <li key={line} className="flex gap-2.5">
                <Check aria-hidden className="mt-0.5 size-5 flex-none text-primary" />
                <span className="min-w-0 break-words">{line}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button asChild variant="outline" size="large" className="mt-6 w-full sm:w-auto">
        <Link to={withClinic(paths.pay)}>{portalTexts.home.seePayments}</Link>
      </Button>
    </Card>
  )
}

/** Money is on its way and the plan is not there yet; looks again by itself. */
export function ConfirmingCard() {
  return (
    <Card fold role="status">
      <p className="text-form font-semibold text-muted">{texts.label}</p>
      <p className="mt-1 flex items-center gap-3 pr-8 font-display text-h2 font-medium">
        {texts.confirmingTitle}
        <Spinner className="text-h3 text-primary" />
      </p>
      <p className="mt-3">{texts.confirming}</p>
    </Card>
  )
}

export function MembershipSkeleton() {
  return (
    <Loading>
      <Card fold>
        <Skeleton className="h-5 w-24" />
        <Skeleton className="mt-3 h-8 w-3/5" />
        <Skeleton className="mt-4 h-5 w-4/5" />
        <Skeleton className="mt-6 h-13 w-full rounded-control sm:w-36" />
      </Card>
    </Loading>
  )
}
