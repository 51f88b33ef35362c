import { payerExplanation } from '#domain/subscriptions/payer-explanation.ts'
import { type PlanStanding, standingTone } from '#domain/subscriptions/plan-standing.ts'
import { dateInText } from '#domain/values/dates.ts'
import { Notice } from '#web/components/ui/notice.tsx'
import type { Clinic } from '#web/lib/clinic/current-clinic.ts'
import type { OwnSubscription } from './queries.ts'

/** Explains a plan's standing and the next step. Dates in the clinic's time zone. */
export function StateMessage({
  standing,
  subscription,
  clinic,
}: {
  standing: PlanStanding
  subscription: OwnSubscription
  clinic: Clinic
}) {
  const { nextChargeCents: cents, price } = subscription
  const next = { cents, currency: price.currency }
  const { title, text } = payerExplanation(standing, next, (instant) => dateInText(instant, clinic.time_zone))
  if (title === null) return <p>{text}</p>
  return (
    <Notice tone={standingTone(standing) === 'danger' ? 'danger' : 'info'} title={title}>
      <p>{text}</p>
    </Notice>
  )
}
