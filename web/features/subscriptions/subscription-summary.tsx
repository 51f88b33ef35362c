import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { isOverdue, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Card } from '#web/components/ui/card.tsx'
import { Loading, Skeleton } from '#web/components/ui/skeleton.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { OverdueActions } from './overdue-actions.tsx'
import { PendingNotice } from './pending-notice.tsx'
import type { OwnSubscription } from './queries.ts'
import { StateMessage } from './state-message.tsx'

const texts = subscriptionTexts.card

export function SubscriptionSummary({
  subscription,
  clinic,
}: {
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const standing = planStanding(subscription, serverNow())
  const { name, includes } = subscription.plan
  return (
    <Card fold>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 pr-8">
        <h2 className="text-form font-semibold text-muted">{subscriptionTexts.state.label}</h2>
        <StandingBadge standing={standing} />
      </div>
      <p className="mt-1 font-display text-h2 font-medium break-words">{name}</p>
      <PendingNotice subscription={subscription} />
      <div className="mt-3 text-lead">
        {(standing.isConfirmed || !subscription.cancel_at_period_end) && (
          <StateMessage standing={standing} subscription={subscription} clinic={clinic} />
        )}
        {isOverdue(standing) && standing.isConfirmed && (
          <OverdueActions subscription={subscription} clinic={clinic} />
        )}
      </div>
      {includes.length > 0 && standing.kind !== 'ended' && (
        <>
          <h3 className="mt-6 text-form font-semibold">{texts.included}</h3>
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
      {!isOverdue(standing) && (
        <Button asChild variant="outline" size="large" className="mt-6 w-full sm:w-auto">
          <Link to={withClinic(paths.pay)}>{texts.seePayments}</Link>
        </Button>
      )}
    </Card>
  )
}

export function SubscriptionSummarySkeleton() {
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
