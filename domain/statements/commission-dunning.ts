/** What happens when a clinic's commission is not paid (docs/payments.md 9, docs/decisions/0048). */

import { dayMs } from '../durations.ts'

/**
 * Days, all counted from the first attempt that failed; one configuration, so that the last attempt lies within the grace.
 * `dueDays`: how long a clinic without a saved card has to pay by hand, from the invoice's date on.
 */
export const commissionDunning = { retryOnDays: [3, 8, 13], graceDays: 14, dueDays: 7 } as const

/** Codes of a refusal that the same card will meet again. */
const hardDeclines: readonly string[] = [
  'authentication_required',
  'expired_card',
  'lost_card',
  'stolen_card',
  'pickup_card',
  'restricted_card',
  'card_not_supported',
  'incorrect_number',
  'invalid_account',
]

/**
 * When the same card is charged next after an attempt that failed; null when it is not: the ladder is over, or trying again
 * is of no use.
 */
export function nextAttemptAt(failed: { firstAt: Date; lastAt: Date; code: string | null }): Date | null {
  if (failed.code && hardDeclines.includes(failed.code)) return null
  const steps = commissionDunning.retryOnDays.map((days) => new Date(failed.firstAt.getTime() + days * dayMs))
  return steps.find((at) => at > failed.lastAt) ?? null
}

/** Until when an invoice without a saved card can be paid before it is past due. */
export function dueAt(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + commissionDunning.dueDays * dayMs)
}

/** From when on a clinic with an unpaid commission takes no new members and publishes no plan. */
export function stopsAt(pastDueAt: Date): Date {
  return new Date(pastDueAt.getTime() + commissionDunning.graceDays * dayMs)
}

/** Members who have joined stay, whatever the clinic owes. */
export function isStopped(pastDueAt: Date | null, now: Date): boolean {
  return pastDueAt !== null && now >= stopsAt(pastDueAt)
}
