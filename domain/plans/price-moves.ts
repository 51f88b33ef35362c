/** Moves members of earlier plan versions to the current price when they renew, after a preview and a notice. */
import * as z from 'zod/mini'
import { attempt } from '../attempt.ts'
import type { PlanInterval } from './plans.ts'

/** Days between the notice and the first higher charge. */
export const priceNoticeDays: Record<PlanInterval, number> = { month: 30, year: 45 }

/** Without `agreed`, returns a preview; `count` is the number of members it showed. */
export const moveMembersInput = z.object({
  planId: z.uuid(),
  agreed: z._default(z.nullable(z.object({ attempt, count: z.int().check(z.gte(1)) })), null),
})

/** Members of one earlier version who would pay another price. */
export interface MovedGroup {
  versionNumber: number
  members: number
  /** Per adult and period. */
  fromCents: number
  toCents: number
  /** The first and last day on which one of them pays the current price. */
  firstOn: string
  lastOn: string
}

export interface MovePreview {
  interval: PlanInterval
  currency: string
  noticeDays: number
  groups: MovedGroup[]
  count: number
  /** Total increase per period; negative for a decrease. */
  differenceCents: number
  /**
   * Members whose price stays: a coupon reduces it, their plan ends, is paused or unpaid, or another change is
   * pending.
   */
  keptCount: number
}

export interface MoveAnswer {
  preview: MovePreview | null
  announced: number
}
