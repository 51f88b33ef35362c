/** Changes between months and years. */
import type { PlanInterval } from '../plans/plans.ts'

/**
 * Whether a payer can change between plans of these intervals. A year that is paid for ends first: Stripe begins a new period
 * at once, and no moment of ours is exactly the year's end.
 */
export function canChangeInterval(from: PlanInterval, to: PlanInterval): boolean {
  return from === to || to === 'year'
}
