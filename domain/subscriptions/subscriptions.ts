/** A patient's subscription: its states and what they entitle to. */

import type { PlanKind } from '../plans/plans.ts'
import { dayMs, hourMs } from '../values/durations.ts'

/** As Stripe names them. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused'

/**
 * Running in the sense of docs/domain-rules.md rule 16: blocks a second plan of the same kind.
 */
export const runningStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const

/** Running, and paid or free: the next period is charged. */
export const payingStatuses = ['trialing', 'active'] as const

/** Running, and a payment failed. */
export const overdueStatuses = ['past_due', 'unpaid'] as const

export function isRunning(status: string): boolean {
  return (runningStatuses as readonly string[]).includes(status)
}

/** Whether a payment of the plan has failed. */
export function isOverdueStatus(status: string): boolean {
  return (overdueStatuses as readonly string[]).includes(status)
}

/** Whether it blocks joining another plan of its kind, including while the first payment is pending. */
export function blocksJoining(status: string): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

/**
 * Handling of a failed renewal: the ladder of card retries and the grace, in which benefits continue. The payment sandbox
 * takes the ladder from here, and the live Stripe account's retry setting must match (docs/payments.md 10).
 */
export const dunning = {
  /** Stripe charges a renewal this long after it fell due. */
  chargedAfterHours: 1,
  /** Each counted from the attempt before. */
  retryAfterDays: [3, 5, 7],
  /** From the last retry until benefits end, so that it lies inside the grace. */
  graceAfterLastRetryDays: 1,
} as const

/** The prices of a period are set so long before it begins: an outage of some days does no harm. */
export const pricesSetDaysBefore = 3

/** So long before a yearly plan renews, its payer hears of it: long enough to decide, as laws on renewals ask. */
export const renewalNoticeDays = 30

/** From the day on which a renewal fell due until benefits end. */
const graceMs =
  dunning.chargedAfterHours * hourMs +
  (dunning.retryAfterDays.reduce((sum: number, days) => sum + days, 0) + dunning.graceAfterLastRetryDays) *
    dayMs

interface Period {
  status: string
  currentPeriodStart: Date
}

/**
 * Whether the patient has benefits: while paid for, and in the grace period after a failed renewal. Never decided by a
 * redirect (docs/domain-rules.md rule 21).
 */
export function isEntitled(subscription: Period, now: Date): boolean {
  if (subscription.status === 'trialing' || subscription.status === 'active') return true
  if (subscription.status !== 'past_due') return false
  return now.getTime() < graceEndsAt(subscription).getTime()
}

/** Until when benefits continue after a failed renewal. */
export function graceEndsAt({ currentPeriodStart }: Pick<Period, 'currentPeriodStart'>): Date {
  // Stripe opens the new period before it is paid, so its start is when the renewal fell due
  return new Date(currentPeriodStart.getTime() + graceMs)
}

/** A subscription as `cancel-subscription` and `resume-subscription` answer it. Instants are ISO strings. */
export interface SubscriptionView {
  id: string
  status: SubscriptionStatus
  planKind: PlanKind
  planName: string
  currentPeriodEnd: string
  cancelAtPeriodEnd: boolean
  /** Whether Stripe has confirmed it. Otherwise it is recorded, and repeated until Stripe does. */
  isConfirmed: boolean
}
