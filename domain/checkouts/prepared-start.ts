/** docs/domain-rules.md goal 10, complaint 11 */

import { hourMs } from '../values/durations.ts'
import { addDays, dateIn, startOfDay } from '../values/zones.ts'

/** Stripe accepts the end of a trial only at least 48 hours ahead. */
const leastAheadMs = 48 * hourMs

/**
 * The start of the first unpaid day in the clinic's zone, or of the first day that Stripe accepts, at most three days
 * later. Constant within a day, so that a page opened twice shows the same date.
 *
 * @param paidUntil YYYY-MM-DD, the last paid day
 * @returns null if the paid time is over: charges begin at once
 */
export function startAfterPaid(paidUntil: string, now: Date, timeZone: string): Date | null {
  const start = startOfDay(addDays(paidUntil, 1), timeZone)
  if (start <= now) return null
  const soonest = startOfDay(addDays(dateIn(new Date(now.getTime() + leastAheadMs), timeZone), 1), timeZone)
  return start > soonest ? start : soonest
}
