/**
 * Legal requirements for memberships by place (docs/domain-rules.md rule 17, goal 7): refunds on leaving, advance
 * payment, and the clinic's notice. A pointer for counsel, not legal advice.
 */

import { dayMs } from '../values/durations.ts'
import { partOf } from '../values/money.ts'
import { periodStart } from './periods.ts'
import type { Place } from './places.ts'
import type { LeavingRefund, PlanInterval } from './plans.ts'
import { unusedCents } from './unused-time.ts'

/**
 * When a fee is earned; unearned fees are refunded. The most generous first.
 * `complete_months`: at the end of the paid month. `moment`: continuously. `begun_months`: at the start of the paid
 * month.
 */
export const earnings = ['complete_months', 'moment', 'begun_months'] as const
export type Earning = (typeof earnings)[number]

export interface PlaceLaw {
  earning: Earning
  /** Maximum months paid in advance; null: not limited by law. */
  mostMonths: 1 | 12 | null
  /** Days within which to refund; null: not specified. Carefold refunds immediately. */
  refundDays: number | null
  /** Days of written notice before the clinic ends a plan; null: not specified. */
  noticeDays: number | null
  /** The statutes. */
  source: string
}

/** The clinic's policy applies in other places. */
export const placeLaws: Readonly<Partial<Record<Place, PlaceLaw>>> = {
  // "payments prepaid for months following termination"
  'US-AZ': {
    earning: 'begun_months',
    mostMonths: 12,
    refundDays: null,
    noticeDays: 30,
    source: 'Arizona Revised Statutes §§ 44-1799.92 and 44-1799.94',
  },
  'US-ID': {
    earning: 'moment',
    mostMonths: null,
    refundDays: 30,
    noticeDays: null,
    source: 'Idaho Code § 39-9204',
  },
  // No advance payment: later months paid before the clinic chose the place are not earned.
  'US-MS': {
    earning: 'begun_months',
    mostMonths: 1,
    refundDays: null,
    noticeDays: null,
    source: 'Mississippi Code § 83-81-9',
  },
  'US-SD': {
    earning: 'moment',
    mostMonths: 12,
    refundDays: null,
    noticeDays: null,
    source: 'South Dakota Codified Laws § 34-54-3',
  },
  'US-TN': {
    earning: 'complete_months',
    mostMonths: null,
    refundDays: null,
    noticeDays: null,
    source: 'Tennessee Code § 63-1-504',
  },
  // "not earned by the practice until the month of ongoing care is completed"
  'US-WV': {
    earning: 'complete_months',
    mostMonths: 12,
    refundDays: null,
    noticeDays: 30,
    source: 'West Virginia Code § 30-3F-3',
  },
}

const monthsOf: Record<PlanInterval, number> = { month: 1, year: 12 }

/** False for `begun_months` of a monthly plan: its only month has begun. */
export const givesBack = (earning: Earning, interval: PlanInterval) =>
  earning !== 'begun_months' || monthsOf[interval] > 1

/** A plan's terms for leaving. */
export interface LeavingPolicy {
  interval: PlanInterval
  leavingRefund: LeavingRefund
}

export interface LeavingRule {
  earning: Earning
  /** Null: the clinic's policy. */
  place: Place | null
}

/**
 * The rules for a refund, most generous first; the law before an equal plan. At the end of a short month the
 * remaining time can be worth more than the months: calculate with each rule.
 *
 * @param chosen places whose law applies, latest first
 * @returns empty: no refund, and the plan runs until its period ends
 */
export function leavingRules(
  { interval, leavingRefund }: LeavingPolicy,
  chosen: readonly Place[],
): LeavingRule[] {
  const rules: LeavingRule[] = chosen.flatMap((place) => {
    const law = placeLaws[place]
    return law && givesBack(law.earning, interval) ? [{ earning: law.earning, place }] : []
  })
  if (leavingRefund === 'unused') rules.push({ earning: 'moment', place: null })
  return rules.toSorted((a, b) => earnings.indexOf(a.earning) - earnings.indexOf(b.earning))
}

/** Null: no refund. */
export function leavingRule(plan: LeavingPolicy, chosen: readonly Place[]): LeavingRule | null {
  return leavingRules(plan, chosen)[0] ?? null
}

export interface PaidPeriod {
  start: Date
  end: Date
  interval: PlanInterval
  cents: number
}

/** Start of the period's month that contains an instant. A year's months count from its first day. */
export function monthStart({ start, interval }: PaidPeriod, at: Date): Date {
  return periodStart(start, 'month', monthsBegun({ start, interval }, at) - 1)
}

/** From 1. */
function monthsBegun({ start, interval }: Pick<PaidPeriod, 'start' | 'interval'>, at: Date): number {
  let begun = 1
  while (begun < monthsOf[interval] && periodStart(start, 'month', begun) <= at) begun += 1
  return begun
}

/** In cents, half up. */
export function unearnedCents(earning: Earning, period: PaidPeriod, at: Date): number {
  if (earning === 'moment') return unusedCents(period, at)
  if (at >= period.end) return 0
  const months = monthsOf[period.interval]
  const earned = monthsBegun(period, at) - (earning === 'complete_months' ? 1 : 0)
  return partOf(period.cents, months - earned, months)
}

export function isIntervalLawful(interval: PlanInterval, place: Place | null): boolean {
  const most = (place && placeLaws[place])?.mostMonths ?? null
  return most === null || monthsOf[interval] <= most
}

export interface OwedNotice {
  place: Place
  days: number
  endableFrom: Date
}

/** Null if the law requires none. */
export function owedNotice(place: Place | null, now: Date): OwedNotice | null {
  const days = (place && placeLaws[place])?.noticeDays ?? null
  if (place === null || days === null) return null
  return { place, days, endableFrom: new Date(now.getTime() + days * dayMs) }
}

/** The notice that ending a plan at `endsAt` would violate; or null. */
export function missedNotice(place: Place | null, endsAt: Date, now: Date): OwedNotice | null {
  const owed = owedNotice(place, now)
  return owed && endsAt < owed.endableFrom ? owed : null
}
