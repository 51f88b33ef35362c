import type { PlanKind } from '../plans/plans.ts'
import { dayMs, hourMs } from '../values/durations.ts'

/** Stripe's names. */
export type SubscriptionStatus =
  | 'incomplete'
  | 'incomplete_expired'
  | 'trialing'
  | 'active'
  | 'past_due'
  | 'unpaid'
  | 'canceled'
  | 'paused'

/** Running as in docs/domain-rules.md rule 16: blocks a second plan of the same kind. */
export const runningStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const

/** Running, and paid or free: the next period is charged. */
export const payingStatuses = ['trialing', 'active'] as const

export const overdueStatuses = ['past_due', 'unpaid'] as const

export function isRunning(status: string): boolean {
  return (runningStatuses as readonly string[]).includes(status)
}

export function isOverdueStatus(status: string): boolean {
  return (overdueStatuses as readonly string[]).includes(status)
}

/** Whether it blocks joining another plan of its kind, even while its first payment is pending. */
export function blocksJoining(status: string): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

/**
 * Retries and grace after a failed renewal; benefits continue during the grace. The sandbox uses these values, and
 * the live Stripe account's retry setting must match (docs/payments.md 10).
 */
export const dunning = {
  /** Stripe charges a renewal this long after it is due. */
  chargedAfterHours: 1,
  /** Each counted from the previous attempt. */
  retryAfterDays: [3, 5, 7],
  /** From the last retry to the end of benefits. */
  graceAfterLastRetryDays: 1,
} as const

/** How long before a period its prices are set, so that an outage of days does no harm. */
export const pricesSetDaysBefore = 3

/** How long before a yearly renewal its payer is notified, as laws on renewals require. */
export const renewalNoticeDays = 30

const graceMs =
  dunning.chargedAfterHours * hourMs +
  (dunning.retryAfterDays.reduce((sum: number, days) => sum + days, 0) + dunning.graceAfterLastRetryDays) *
    dayMs

interface Period {
  status: string
  currentPeriodStart: Date
}

/**
 * Whether the patient has benefits: while paid, and in the grace after a failed renewal. Never decided by a redirect
 * (docs/domain-rules.md rule 21).
 */
export function isEntitled(subscription: Period, now: Date): boolean {
  if (subscription.status === 'trialing' || subscription.status === 'active') return true
  if (subscription.status !== 'past_due') return false
  return now.getTime() < graceEndsAt(subscription).getTime()
}

export function graceEndsAt({ currentPeriodStart }: Pick<Period, 'currentPeriodStart'>): Date {
  // Stripe opens the new period before payment, so its start is the renewal's due date.
  return new Date(currentPeriodStart.getTime() + graceMs)
}

/** Instants are ISO strings. */
export interface SubscriptionView {
  id: string
  status: SubscriptionStatus
  planKind: PlanKind
  planName: string
  currentPeriodEnd: string
  cancelAtPeriodEnd: boolean
  /** Whether Stripe has confirmed it. Otherwise the request is stored and retried. */
  isConfirmed: boolean
}
