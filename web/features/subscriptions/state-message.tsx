import { dateInText } from '#domain/dates.ts'
import { formatMoney } from '#domain/money.ts'
import { subscriptionTexts } from '#domain/texts/subscriptions.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/current-clinic.ts'
import type { OwnSubscription } from './queries.ts'
import type { SubscriptionState } from './subscription-state.ts'

const texts = subscriptionTexts.state

/** What a plan's state means, and what to do about it. Dates in the clinic's time zone. */
export function StateMessage({
  state,
  subscription,
  clinic,
}: {
  state: SubscriptionState
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const { nextChargeCents, price } = subscription
  const { currency } = price
  const day = (instant: string) => dateInText(instant, clinic.time_zone)
  switch (state.kind) {
    case 'confirming':
      return (
        <Notice tone="info" title={texts.confirmingTitle}>
          <p>{texts.confirming}</p>
        </Notice>
      )
    case 'active':
      return <p>{texts.nextCharge(formatMoney(nextChargeCents, currency), day(state.nextChargeAt))}</p>
    case 'ending':
      return <p>{texts.ending(day(state.endsAt))}</p>
    case 'past_due':
      return (
        <Notice tone="warning" title={texts.pastDue}>
          <p>
            {state.amountDueCents > 0 && `${texts.amountDue(formatMoney(state.amountDueCents, currency))} `}
            {state.nextAttemptAt ? texts.nextAttempt(day(state.nextAttemptAt)) : texts.noNextAttempt}{' '}
            {texts.grace(day(state.graceEndsAt))}
          </p>
        </Notice>
      )
    case 'unpaid':
      return <Notice tone="danger">{texts.unpaid}</Notice>
    case 'paused':
      return <p>{texts.paused}</p>
    case 'ended':
      return <p>{texts.ended(day(state.endedAt))}</p>
  }
}
