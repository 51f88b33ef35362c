import { isOverdue, planStanding } from '#domain/subscriptions/plan-standing.ts'
import type { OwnSubscription } from '#web/features/subscriptions/queries.ts'
import { serverNow } from '#web/lib/page/clock.ts'

export function hasOverduePlan(subscriptions: readonly OwnSubscription[]): boolean {
  return subscriptions.some((subscription) => isOverdue(planStanding(subscription, serverNow())))
}

/** True if a running plan of the payer can cover a family and covers only one person. */
export function mayAddFamily(subscriptions: readonly OwnSubscription[]): boolean {
  return subscriptions.some((subscription) => {
    const { kind } = planStanding(subscription, serverNow())
    const isRunning = kind === 'active' || kind === 'trial'
    return isRunning && subscription.plan.coversHousehold && subscription.covered.length === 1
  })
}
