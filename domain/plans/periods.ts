import type { PlanInterval } from './plans.ts'

/**
 * Start of the n-th period after the anchor's, as Stripe counts: in UTC from the anchor; a day that a month lacks
 * becomes its last (docs/domain-rules.md rule 10).
 */
export function periodStart(anchor: Date, interval: PlanInterval, number: number): Date {
  const months = anchor.getUTCMonth() + number * (interval === 'year' ? 12 : 1)
  const lastDay = new Date(Date.UTC(anchor.getUTCFullYear(), months + 1, 0)).getUTCDate()
  const start = new Date(anchor)
  start.setUTCFullYear(anchor.getUTCFullYear(), months, Math.min(anchor.getUTCDate(), lastDay))
  return start
}
