/** Moving members of earlier versions of a plan to the present one: previewed, announced, and made when they renew. */
import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import type { PlanInterval } from './plans.ts'

/** How long before the first higher charge its payer hears of it. */
export const priceNoticeDays: Record<PlanInterval, number> = { month: 30, year: 45 }

/** Input of `move-members`. Without `agreed` it answers who would be moved; `count` is how many were shown. */
export const moveMembersInput = z.object({
  planId: z.uuid(),
  agreed: z._default(z.nullable(z.object({ attempt, count: z.int().check(z.gte(1)) })), null),
})

/** The members of one earlier version who would pay another price. */
export interface MovedGroup {
  versionNumber: number
  members: number
  /** For an adult, a period. */
  fromCents: number
  toCents: number
  /** The first and the last day on which one of them pays the present price. */
  firstOn: string
  lastOn: string
}

/** Who would be moved, and who would not. */
export interface MovePreview {
  interval: PlanInterval
  currency: string
  noticeDays: number
  groups: MovedGroup[]
  count: number
  /** What all of them together pay more in a period; less below zero. */
  differenceCents: number
  /** Keep their price: a coupon still makes it cheaper, their plan ends, is paused or unpaid, or another change waits. */
  keptCount: number
}

/** What `move-members` answers: the preview, or how many were announced. */
export interface MoveAnswer {
  preview: MovePreview | null
  announced: number
}
