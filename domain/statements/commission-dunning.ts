/** The dunning of a clinic that does not pay Carefold (docs/payments.md 9, docs/decisions/0048). */

import { dunning } from '../subscriptions/subscriptions.ts'
import { dayMs, hourMs } from '../values/durations.ts'

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

/** So close to the next attempt, a mail waits for its outcome. */
const attemptNearMs = 12 * hourMs

/**
 * Whether admins are to be mailed now about a payment that Stripe tries again itself (a tier's), and that is still open: on the
 * days of a failed commission.
 */
export function isFailureMailDue(
  failed: { pastDueAt: Date; nextAttemptAt: Date | null; mailedAt: Date | null },
  now: Date,
): boolean {
  const { pastDueAt, nextAttemptAt: next, mailedAt } = failed
  // what has been mailed stays true until then
  if (mailedAt && next && next.getTime() - now.getTime() < attemptNearMs) return false
  const day = [0, ...commissionDunning.retryOnDays]
    .map((days) => new Date(pastDueAt.getTime() + days * dayMs))
    .findLast((at) => at <= now)
  return day !== undefined && (mailedAt === null || mailedAt < day)
}

/** When Stripe gives up on a tier's payment and ends the tier. */
export function tierEndsAt(pastDueAt: Date): Date {
  const days = dunning.retryAfterDays.reduce((sum: number, wait) => sum + wait, 0)
  return new Date(pastDueAt.getTime() + days * dayMs)
}

/** Whether Stripe could not collect an invoice of Carefold's that it collects itself, such as a tier's, and it is still open. */
export function isFailedTierPayment(invoice: {
  kind: string
  status: string
  past_due_at: string | null
}): boolean {
  const { kind, status, past_due_at: pastDueAt } = invoice
  return kind !== 'commission' && (status === 'open' || status === 'uncollectible') && pastDueAt !== null
}
