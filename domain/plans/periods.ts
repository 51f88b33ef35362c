/** When the periods of a subscription begin. */
import type { PlanInterval } from './plans.ts'

/**
 * The start of the n-th period after the anchor's, as Stripe counts: in UTC, always from the anchor; a day that a month
 * lacks is its last (docs/domain-rules.md rule 10).
 */
export function periodStart(anchor: Date, interval: PlanInterval, number: number): Date {
  const months = anchor.getUTCMonth() + number * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(anchor.getUTCFullYear(), months, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
