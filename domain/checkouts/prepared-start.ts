/** docs/domain-rules.md goal 10, complaint 11 */

import { noonAhead } from '../subscriptions/renewal-days.ts'
import { addDays, dateIn, startOfDay } from '../values/zones.ts'

/**
 * Noon of the first unpaid day in the clinic's zone, or of the first day that Stripe accepts, at most three days later.
 *
 * @param paidUntil YYYY-MM-DD, the last paid day
 * @returns null if the paid time is over: charges begin at once
 */
export function startAfterPaid(paidUntil: string, now: Date, timeZone: string): Date | null {
  const firstUnpaid = addDays(paidUntil, 1)
  return startOfDay(firstUnpaid, timeZone) <= now ? null : noonAhead(firstUnpaid, now, timeZone)
}

/** The end of a plan's free days: noon of the clinic's day; null without free days. */
export function freeUntil(trialDays: number, now: Date, timeZone: string): Date | null {
  return trialDays > 0 ? noonAhead(addDays(dateIn(now, timeZone), trialDays), now, timeZone) : null
}
