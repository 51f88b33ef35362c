import { Check } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '#domain/paths.ts'
import { isOverdue, planStanding } from '#domain/subscriptions/plan-standing.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { StandingBadge } from '#web/components/access/standing-badge.tsx'
import { Folded } from '#web/components/page/folded.tsx'
import { Card, CardTitle } from '#web/components/ui/card.tsx'
import { withClinic } from '#web/lib/clinic/clinic-address.ts'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { serverNow } from '#web/lib/page/clock.ts'
import { OverdueActions } from './overdue-actions.tsx'
import { PayOpenInvoice } from './pay-open-invoice.tsx'
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
    <Card>
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <CardTitle className="min-w-0 break-words">
          <span className="sr-only">{subscriptionTexts.state.label}: </span>
          {name}
        </CardTitle>
        <StandingBadge standing={standing} />
      </div>
      <PendingNotice subscription={subscription} />
      <div className="mt-2">
        {(standing.isConfirmed || !subscription.cancel_at_period_end) && (
          <StateMessage standing={standing} subscription={subscription} clinic={clinic} />
        )}
        {'toPay' in standing && (
          <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
            <PayOpenInvoice subscription={subscription} />
          </div>
        )}
        {isOverdue(standing) && standing.isConfirmed && (
          <OverdueActions subscription={subscription} clinic={clinic} />
        )}
      </div>
      <div className="mt-2 flex flex-wrap items-start justify-between gap-x-6">
        {includes.length > 0 && standing.kind !== 'ended' && !isOverdue(standing) && (
          <Folded name={texts.included}>
            <ul className="space-y-2 pb-2">
              {includes.map((line) => (
                <li key={line} className="flex gap-2.5">
                  <Check aria-hidden className="mt-0.5 size-5 flex-none text-primary" />
                  <span className="min-w-0 break-words">{line}</span>
                </li>
              ))}
            </ul>
          </Folded>
        )}
        {!isOverdue(standing) && (
          <Link to={withClinic(paths.pay)} className="link inline-flex min-h-11 items-center font-semibold">
            {texts.seePayments}
          </Link>
        )}
      </div>
    </Card>
  )
}
