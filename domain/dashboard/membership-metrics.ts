import type { Month } from '../statements/months.ts'

/** Why a paid plan ended: a payment failed for the last time, its payer left at once or canceled it, or the clinic ended it. */
export const endReasons = ['payment', 'left', 'canceled', 'clinic'] as const
export type EndReason = (typeof endReasons)[number]

/**
 * One month of a clinic's members, by its own calendar. A member is who pays for a plan; a household is one. Somebody with a
 * second plan is counted once.
 */
export interface MembershipMonth {
  month: Month
  /** At the month's start, without those whose plan is paused. */
  members: number
  paused: number
  /** Paid for the first time. */
  joined: number
  /** Paid again after an end; not new. */
  rejoined: number
  /** Without a paid plan at the month's end, after having had one in it. */
  lost: number
  lostBecause: Record<EndReason, number>
  /** Of the members at its start, how many were lost. */
  churned: number
}

/** Who paid for the first time in a month, and how many of them still did at the end of that month and each one after it. */
export interface MembershipCohort {
  month: Month
  size: number
  /** The first is the month itself. */
  kept: number[]
}

/** What `membership-metrics` answers. Months and cohorts are the last twelve, oldest first; the current one is not over. */
export interface MembershipMetrics {
  currency: string
  recurringCents: number
  /** The part of it whose last payment failed. */
  pastDueCents: number
  /** Running plans that pay. */
  plans: number
  months: MembershipMonth[]
  cohorts: MembershipCohort[]
}

/** Members lost of those at a month's start, in tenths of a percent; null without members. */
export function churnPermille({
  members,
  churned,
}: Pick<MembershipMonth, 'members' | 'churned'>): number | null {
  return members === 0 ? null : Math.round((churned * 1000) / members)
}
