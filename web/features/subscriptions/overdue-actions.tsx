import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { UseAnotherCard } from './cards/use-another-card.tsx'
import { openAmountOf } from './open-amount-of.ts'
import { PayOpenInvoice } from './pay-open-invoice.tsx'
import type { OwnSubscription } from './queries.ts'

export function OverdueActions({ subscription, clinic }: { subscription: OwnSubscription; clinic: Clinic }) {
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <PayOpenInvoice subscription={subscription} />
      <UseAnotherCard subscriptions={[subscription]} />
      {(!subscription.cancel_at_period_end || openAmountOf(subscription)) && (
        <CancelSubscription subscription={subscription} clinic={clinic} variant="link" />
      )}
    </div>
  )
}
