import { type PlanStanding, planStanding } from '../subscriptions/plan-standing.ts'
import { isRunning, type SubscriptionStatus } from '../subscriptions/subscriptions.ts'

/** A row of `clinic_billing`. Instants are ISO strings. */
export interface TierBilling {
  tier: string
  subscription_status: string | null
  current_period_start: string | null
  current_period_end: string | null
  cancel_at_period_end: boolean
}

/** Null for a clinic without a running tier. */
export function tierStanding(billing: TierBilling, now: Date): PlanStanding | null {
  const { subscription_status: status, current_period_end: end, cancel_at_period_end } = billing
  if (!status || !end || !isRunning(status)) return null
  const current_period_start = billing.current_period_start ?? end
  const period = { current_period_start, current_period_end: end, cancel_at_period_end }
  return planStanding({ status: status as SubscriptionStatus, ...period }, now)
}
