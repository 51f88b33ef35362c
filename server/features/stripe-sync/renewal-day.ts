import type { PlanInterval } from '#domain/plans/plans.ts'
import { onClinicDay } from '#domain/subscriptions/renewal-days.ts'
import { hourMs } from '#domain/values/durations.ts'
import { dateIn } from '#domain/values/zones.ts'
import type { SubscriptionFacts } from '#server/platform/stripe/subscription-reads.ts'

/** Late, so that changes within the paid period are still prorated; early enough for an outage of some hours. */
export const movedAheadMs = 12 * hourMs

/**
 * The end of a subscription's period on the clinic's day (docs/decisions/0193).
 * `movesFrom`: Stripe's end, if a job must move it; `isMoved`: it has, and Stripe reports a trial until then.
 */
export function renewalDay(
  { status, anchor, metadata, currentPeriodEnd, cancelAtPeriodEnd, cancelAt }: SubscriptionFacts,
  interval: PlanInterval,
  timeZone: string,
): { day: string; endsAt: Date; movesFrom: Date | null; isMoved: boolean } {
  const isOurs = metadata.renewal_moved_to === String(anchor.getTime() / 1000)
  const day = (isOurs && metadata.renewal_day) || dateIn(anchor, timeZone)
  const isMoved = isOurs && status === 'trialing'
  const renews = status === 'active' && !cancelAtPeriodEnd && cancelAt === null
  const endsAt = renews ? onClinicDay(currentPeriodEnd, day, interval, timeZone) : currentPeriodEnd
  return { day, endsAt, movesFrom: endsAt === currentPeriodEnd ? null : currentPeriodEnd, isMoved }
}
