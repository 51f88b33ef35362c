/** Payments on Stripe's hosted page: inputs that start one, and its outcome. */
import * as z from 'zod/mini'

/** Identifies the person's click: a retry with the same value gets the same page, so nobody pays twice. */
export const attempt = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

/** Input of `join-plan`. */
export const joinPlanInput = z.object({ priceId: z.uuid(), attempt })

/** Input of `join-status`: the session id that Stripe appends to `/join/confirming`. */
export const joinStatusInput = z.object({ sessionId: z.string().check(z.regex(/^cs_[A-Za-z0-9_]{8,255}$/)) })

/**
 * confirming: Stripe's event is not processed yet, ask again. active: the plan is running. expired: not paid in time.
 */
export interface JoinStatus {
  state: 'confirming' | 'active' | 'expired'
  planName: string
}

/** Answer of the actions that send the browser to a page hosted by Stripe. */
export interface PageUrl {
  url: string
}
