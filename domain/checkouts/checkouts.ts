/** Paying by Stripe's hosted page: what asks for one, and what became of it. */
import * as z from 'zod/mini'

/** The person's click: the same attempt asks for the same page, so a retry cannot pay twice. */
export const attempt = z.string().check(z.regex(/^[A-Za-z0-9_-]{8,64}$/))

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

/** Answer of the functions that send the browser to a page of Stripe's. */
export interface PageUrl {
  url: string
}
