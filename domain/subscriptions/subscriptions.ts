/** A patient's paid plan: its states, and what a state entitles to. */
import * as z from 'zod/mini'
import type { PlanKind } from '../plans/plans.ts'

/** Stripe's words. */
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
 * Running in the sense of docs/domain-rules.md rule 16: while one of these stands, a second plan of the same kind is
 * refused.
 */
export const runningStatuses = ['trialing', 'active', 'past_due', 'unpaid', 'paused'] as const

export function isRunning(status: string): boolean {
  return (runningStatuses as readonly string[]).includes(status)
}

/** Whether it stands in the way of joining another plan of its kind: also one whose first payment is under way. */
export function blocksJoining(status: string): boolean {
  return status !== 'canceled' && status !== 'incomplete_expired'
}

/**
 * What happens to a failed renewal, in days: card retries, each counted from the one before, and how long benefits go
 * on. The live Stripe account's retry setting must be the same (docs/payments.md 10); grace covers the last retry.
 */
export const dunning = { retryAfterDays: [3, 5, 7], graceDays: 15 }

const dayMs = 24 * 60 * 60 * 1000

interface Period {
  status: string
  currentPeriodStart: Date
}

/**
 * Whether benefits run: while paid for, and in the grace after a failed renewal. Never from a redirect
 * (docs/domain-rules.md rule 21).
 */
export function isEntitled(subscription: Period, now: Date): boolean {
  if (subscription.status === 'trialing' || subscription.status === 'active') return true
  if (subscription.status !== 'past_due') return false
  // Stripe opens the new period before it is paid, so its start is when the renewal fell due
  return now.getTime() < subscription.currentPeriodStart.getTime() + dunning.graceDays * dayMs
}

/** Input of `cancel-subscription` and `resume-subscription`. */
export const subscriptionIdInput = z.object({ subscriptionId: z.uuid() })

/** A subscription as `cancel-subscription` and `resume-subscription` answer it. Instants are ISO strings. */
export interface SubscriptionView {
  id: string
  status: SubscriptionStatus
  planKind: PlanKind
  planName: string
  currentPeriodEnd: string
  cancelAtPeriodEnd: boolean
}
