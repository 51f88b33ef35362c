import type { PlanInterval } from '../plans/plans.ts'

/**
 * A paid year must end first: Stripe begins a new period at once, and no instant of ours is exactly the year's end.
 */
export function canChangeInterval(from: PlanInterval, to: PlanInterval): boolean {
  return from === to || to === 'year'
}
