/** When charges begin for somebody who has paid elsewhere until a day (docs/domain-rules.md goal 10, complaint 11). */

import { hourMs } from '../values/durations.ts'
import { addDays, dateIn, startOfDay } from '../values/zones.ts'

/** Stripe's page takes the end of a trial that is at least 48 hours ahead. */
const leastAheadMs = 48 * hourMs

/**
 * The start of the first day that is not paid, in the clinic's zone, or of the first day that Stripe can begin on: at most
 * three days later, never earlier. The same all day long, so that a page opened twice says the same.
 *
 * @param paidUntil YYYY-MM-DD, the last day that is paid
 * @returns null: everything that was paid is over, and charges begin at once
 */
export function startAfterPaid(paidUntil: string, now: Date, timeZone: string): Date | null {
  const start = startOfDay(addDays(paidUntil, 1), timeZone)
  if (start <= now) return null
  const soonest = startOfDay(addDays(dateIn(new Date(now.getTime() + leastAheadMs), timeZone), 1), timeZone)
  return start > soonest ? start : soonest
}
