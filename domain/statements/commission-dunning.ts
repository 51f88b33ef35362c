/** Dunning of a clinic's commission (docs/payments.md 9, docs/decisions/0048). */

import { dunning } from '../subscriptions/subscriptions.ts'
import { dayMs, hourMs } from '../values/durations.ts'

/**
 * Days after the first failed attempt; the last retry must lie within the grace. `dueDays`: days after the invoice's
 * date for a clinic without a saved card.
 */
export const commissionDunning = { retryOnDays: [3, 8, 13], graceDays: 14, dueDays: 7 } as const

/** Decline codes that a retry of the same card would get again. */
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

/** Null after the last retry or a hard decline. */
export function nextAttemptAt(failed: { firstAt: Date; lastAt: Date; code: string | null }): Date | null {
  if (failed.code && hardDeclines.includes(failed.code)) return null
  const steps = commissionDunning.retryOnDays.map((days) => new Date(failed.firstAt.getTime() + days * dayMs))
  return steps.find((at) => at > failed.lastAt) ?? null
}

export function dueAt(issuedAt: Date): Date {
  return new Date(issuedAt.getTime() + commissionDunning.dueDays * dayMs)
}

export function stopsAt(pastDueAt: Date): Date {
  return new Date(pastDueAt.getTime() + commissionDunning.graceDays * dayMs)
}

/** Existing members are not affected. */
export function isStopped(pastDueAt: Date | null, now: Date): boolean {
  return pastDueAt !== null && now >= stopsAt(pastDueAt)
}

/** Within this time of the next attempt, a mail waits for its outcome. */
const attemptNearMs = 12 * hourMs

/**
 * Whether to mail the admins now about an open payment that Stripe retries (a tier's): on the days of a failed
 * commission.
 */
export function isFailureMailDue(
  failed: { pastDueAt: Date; nextAttemptAt: Date | null; mailedAt: Date | null },
  now: Date,
): boolean {
  const { pastDueAt, nextAttemptAt: next, mailedAt } = failed
  // The previous mail is still correct until then.
  if (mailedAt && next && next.getTime() - now.getTime() < attemptNearMs) return false
  const day = [0, ...commissionDunning.retryOnDays]
    .map((days) => new Date(pastDueAt.getTime() + days * dayMs))
    .findLast((at) => at <= now)
  return day !== undefined && (mailedAt === null || mailedAt < day)
}

export function tierEndsAt(pastDueAt: Date): Date {
  const days = dunning.retryAfterDays.reduce((sum: number, wait) => sum + wait, 0)
  return new Date(pastDueAt.getTime() + days * dayMs)
}

/** Whether an invoice that Stripe collects itself, such as a tier's, failed and is still open. */
export function isFailedTierPayment(invoice: {
  kind: string
  status: string
  past_due_at: string | null
}): boolean {
  const { kind, status, past_due_at: pastDueAt } = invoice
  return kind !== 'commission' && (status === 'open' || status === 'uncollectible') && pastDueAt !== null
}
