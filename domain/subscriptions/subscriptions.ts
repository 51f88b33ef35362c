/** A patient's paid plan and a clinic's own tier: forms, states, and what a state entitles to. */
import * as z from 'zod/mini'
import { productPlanIds } from '../clinic-tier/product-plans.ts'
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

/** `free` means "no paid tier". */
export type ClinicTier = 'free' | (typeof productPlanIds)[number]

/**
 * The tier in effect: the plan while trialing, active, or past due within the grace, else `free` (docs/payments.md 6).
 */
export function tierInEffect(
  billing: { tier: ClinicTier; status: string | null; currentPeriodStart: Date | null },
  now: Date,
): ClinicTier {
  if (!billing.status || !billing.currentPeriodStart) return 'free'
  const isOn = isEntitled({ status: billing.status, currentPeriodStart: billing.currentPeriodStart }, now)
  return isOn ? billing.tier : 'free'
}

/**
 * How many active subscribers a tier allows, under the tier policy; null is without limit (docs/specification.md B9).
 */
export const subscriberCaps: Record<ClinicTier, number | null> = {
  free: null,
  starter: 50,
  professional: 200,
  enterprise: null,
}

/** The person's click: the same attempt asks for the same page, so a retry cannot pay twice. */
const attempt = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** Input of `create-checkout`; `attempt` is left out by clients written to the specification. */
export const createCheckoutInput = z.object({ plan: z.enum(productPlanIds), attempt: z.optional(attempt) })

/** Input of `join-plan`. */
export const joinPlanInput = z.object({ priceId: z.uuid(), attempt })

/** Input of `join-status`: what Stripe put into the address of `/join/confirming`. */
export const joinStatusInput = z.object({ sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,255}$/)) })

/**
 * confirming: Stripe's word is not worked yet; ask again. active: the plan runs. expired: nothing was paid in time.
 */
export interface JoinStatus {
  state: 'confirming' | 'active' | 'expired'
  planName: string
}

/** Input of `cancel-subscription` and `resume-subscription`. */
export const subscriptionIdInput = z.object({ subscriptionId: z.uuid() })

/** Input of `invoice-pdf`. */
export const invoicePdfInput = z.object({ invoiceId: z.string().check(z.regex(/^in_[A-Za-z0-9]{8,64}$/)) })

/** A subscription as `cancel-subscription` and `resume-subscription` answer it. Instants are ISO strings. */
export interface SubscriptionView {
  id: string
  status: SubscriptionStatus
  planKind: PlanKind
  planName: string
  currentPeriodEnd: string
  cancelAtPeriodEnd: boolean
}

/** Answer of the functions that send the browser to a page of Stripe's. */
export interface PageUrl {
  url: string
}

/** Answer of `check-subscription`. */
export interface SubscriptionTier {
  subscription_tier: string
}
