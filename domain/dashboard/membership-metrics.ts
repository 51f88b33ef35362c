import type { Month } from '../statements/months.ts'

export const endReasons = ['payment', 'left', 'canceled', 'clinic'] as const
export type EndReason = (typeof endReasons)[number]

/**
 * One month on the clinic's calendar. A member is a payer: a household counts once, and so does a payer of two plans.
 */
export interface MembershipMonth {
  month: Month
  /** At the start of the month, without paused plans. */
  members: number
  paused: number
  /** Paid for the first time. */
  joined: number
  /** Paid again after an end; not counted as joined. */
  rejoined: number
  /** Had a paid plan during the month, but none at its end. */
  lost: number
  lostBecause: Record<EndReason, number>
  /** Lost members among those of its start. */
  churned: number
  /** Members without contact for so many days at its end (docs/decisions/0201), by the days; empty if not counted. */
  quiet: Record<string, number>
}

/** Members who paid for the first time in a month, and how many remained at the end of each month since. */
export interface MembershipCohort {
  month: Month
  size: number
  /** The first entry is the month itself. */
  kept: number[]
}

/** The last twelve months and cohorts, oldest first, including the current month. */
export interface MembershipMetrics {
  currency: string
  recurringCents: number
  /** The part whose last payment failed. */
  pastDueCents: number
  /** Running plans that pay. */
  plans: number
  months: MembershipMonth[]
  cohorts: MembershipCohort[]
}

/** The share of a month's first members that were lost, in tenths of a percent; null without members. */
export function churnPermille({
  members,
  churned,
}: Pick<MembershipMonth, 'members' | 'churned'>): number | null {
  return members === 0 ? null : Math.round((churned * 1000) / members)
}
