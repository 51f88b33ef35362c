import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import { CancelSubscription } from './cancel-subscription.tsx'
import { PayAutomatically } from './cards/pay-automatically.tsx'
import { UseAnotherCard } from './cards/use-another-card.tsx'
import { openAmountOf } from './open-amount-of.ts'
import { PayOpenInvoice } from './pay-open-invoice.tsx'
import type { OwnSubscription } from './queries.ts'

/** @param isDueShown the page shows the invoices to pay by link itself */
export function OverdueActions({
  subscription,
  clinic,
  isDueShown = false,
}: {
  subscription: OwnSubscription
  clinic: Clinic
  isDueShown?: boolean
}) {
  const isInvoiced = subscription.days_until_due !== null
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2">
      {!(isInvoiced && isDueShown) && <PayOpenInvoice subscription={subscription} />}
      {isInvoiced ? (
        <PayAutomatically subscription={subscription} clinic={clinic} />
      ) : (
        <UseAnotherCard subscriptions={[subscription]} />
      )}
      {(!subscription.cancel_at_period_end || openAmountOf(subscription)) && (
        <CancelSubscription subscription={subscription} clinic={clinic} variant="link" />
      )}
    </div>
  )
}
