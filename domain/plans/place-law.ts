/**
 * What the law of a place demands of a clinic's memberships (docs/domain-rules.md rule 17, goal 7): which part of the fees goes
 * back to whoever leaves, how far ahead they may be paid, and how long before it ends one its clinic says so. Data, so that a law that changes is a line of it. A pointer for
 * counsel, not advice.
 */

import { dayMs } from '../values/durations.ts'
import { partOf } from '../values/money.ts'
import { periodStart } from './periods.ts'
import type { Place } from './places.ts'
import type { LeavingRefund, PlanInterval } from './plans.ts'
import { unusedCents } from './unused-time.ts'

/**
 * When a clinic has earned a fee; what it has not earned goes back. Those that give back most come first.
 *
 * `complete_months`: with the end of the month that it was paid for. `moment`: as the time passes. `begun_months`: with the
 * beginning of the month that it was paid for.
 */
export const earnings = ['complete_months', 'moment', 'begun_months'] as const
export type Earning = (typeof earnings)[number]

export interface PlaceLaw {
  earning: Earning
  /** How many months of fees may be paid at once; null: the law names no number. */
  mostMonths: 1 | 12 | null
  /** Within how many days it is given back; null: the law names no number. Carefold gives it back with the click. */
  refundDays: number | null
  /** So many days of written notice come before the clinic ends a plan; null: the law names no number. */
  noticeDays: number | null
  /** The statutes. */
  source: string
}

/** Everywhere else the clinic's own policy holds. */
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
  // Nothing may be paid ahead: a later month that was paid before the place was chosen is not the clinic's to keep.
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

/** Whether anything can go back: a month that has begun is all of a plan that is paid by the month. */
export const givesBack = (earning: Earning, interval: PlanInterval) =>
  earning !== 'begun_months' || monthsOf[interval] > 1

/** What a plan promises to whoever leaves. */
export interface LeavingPolicy {
  interval: PlanInterval
  leavingRefund: LeavingRefund
}

/** How is counted what goes back to whoever leaves, and by whose law. */
export interface LeavingRule {
  earning: Earning
  /** null: the clinic's own policy */
  place: Place | null
}

/**
 * The rules by which somebody gets money back, those that give most first; where both give the same, the law's before the plan's.
 * At the end of a short month the time that is left can be worth more than the months: whoever pays counts by each of them.
 *
 * @param chosen whose law counts, the latest first
 * @returns empty: nothing goes back, and the plan runs until its period ends
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

/** The rule that is named before anybody leaves; null: nothing goes back. */
export function leavingRule(plan: LeavingPolicy, chosen: readonly Place[]): LeavingRule | null {
  return leavingRules(plan, chosen)[0] ?? null
}

/** A paid period, and what all of it costs. */
export interface PaidPeriod {
  start: Date
  end: Date
  interval: PlanInterval
  cents: number
}

/** The beginning of the month of a period that a moment is in. A year's months are counted from its first day. */
export function monthStart({ start, interval }: PaidPeriod, at: Date): Date {
  return periodStart(start, 'month', monthsBegun({ start, interval }, at) - 1)
}

/** How many of a period's months have begun, from 1. */
function monthsBegun({ start, interval }: Pick<PaidPeriod, 'start' | 'interval'>, at: Date): number {
  let begun = 1
  while (begun < monthsOf[interval] && periodStart(start, 'month', begun) <= at) begun += 1
  return begun
}

/** What of a period has not been earned at a moment. In cents, half up. */
export function unearnedCents(earning: Earning, period: PaidPeriod, at: Date): number {
  if (earning === 'moment') return unusedCents(period, at)
  if (at >= period.end) return 0
  const months = monthsOf[period.interval]
  const earned = monthsBegun(period, at) - (earning === 'complete_months' ? 1 : 0)
  return partOf(period.cents, months - earned, months)
}

/** Whether a plan may be paid so far ahead. */
export function isIntervalLawful(interval: PlanInterval, place: Place | null): boolean {
  const most = (place && placeLaws[place])?.mostMonths ?? null
  return most === null || monthsOf[interval] <= most
}

/** Notice that a clinic gives: of how many days, by whose law, and from when on a plan may be ended after it. */
export interface OwedNotice {
  place: Place
  days: number
  endableFrom: Date
}

/** The notice that the law of its place asks of a clinic, counted from now; or null. */
export function owedNotice(place: Place | null, now: Date): OwedNotice | null {
  const days = (place && placeLaws[place])?.noticeDays ?? null
  if (place === null || days === null) return null
  return { place, days, endableFrom: new Date(now.getTime() + days * dayMs) }
}

/** The notice by the law of its place that a clinic would fall short of, ending a plan now that runs until `endsAt`; or null. */
export function missedNotice(place: Place | null, endsAt: Date, now: Date): OwedNotice | null {
  const owed = owedNotice(place, now)
  return owed && endsAt < owed.endableFrom ? owed : null
}
