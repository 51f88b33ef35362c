/** Renewals on the clinic's day of the month (docs/domain-rules.md rule 10, rule 11, docs/decisions/0193). */

import { periodStart } from '../plans/periods.ts'
import type { PlanInterval } from '../plans/plans.ts'
import { hourMs } from '../values/durations.ts'
import { addDays, dateIn, dateMs, instantOf } from '../values/zones.ts'
import { dunning } from './subscriptions.ts'

const noon = 12
/** Stripe accepts the end of a trial only at least 48 hours ahead. */
const leastAheadMs = 48 * hourMs

/** Noon of a date, or the first noon that Stripe accepts as the end of a trial. */
export function noonAhead(date: string, now: Date, timeZone: string): Date {
  const earliest = now.getTime() + leastAheadMs
  const soonest = dateIn(new Date(earliest), timeZone)
  const day = date > soonest ? date : soonest
  const start = instantOf(day, noon, timeZone)
  return start.getTime() < earliest ? instantOf(addDays(day, 1), noon, timeZone) : start
}

/**
 * Stripe's start of a period if it and its charge fall on the clinic's day, else noon of that day.
 * @param since YYYY-MM-DD, the clinic's day that the renewals follow
 */
export function onClinicDay(at: Date, since: string, interval: PlanInterval, timeZone: string): Date {
  const day = nearestDay(since, interval, dateIn(at, timeZone))
  const chargedAt = new Date(at.getTime() + dunning.chargedAfterHours * hourMs)
  const isOnDay = dateIn(at, timeZone) === day && dateIn(chargedAt, timeZone) === day
  return isOnDay ? at : instantOf(day, noon, timeZone)
}

/** The starts of the next periods. @param anchor when the first one began at Stripe */
export function renewalsAfter(anchor: Date, interval: PlanInterval, timeZone: string, count: number): Date[] {
  const since = dateIn(anchor, timeZone)
  let base = anchor
  let number = 0
  return Array.from({ length: count }, () => {
    number += 1
    const own = periodStart(base, interval, number)
    const start = onClinicDay(own, since, interval, timeZone)
    if (start !== own) {
      base = start
      number = 0
    }
    return start
  })
}

/** The renewal day nearest to a date; a day that a month lacks becomes its last. */
function nearestDay(since: string, interval: PlanInterval, date: string): string {
  const [year, month] = [Number(date.slice(0, 4)), Number(date.slice(5, 7)) - 1]
  const dayIn = (months: number) => {
    const first = new Date(Date.UTC(year, months, 1))
    const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
    first.setUTCDate(Math.min(Number(since.slice(8, 10)), lastDay))
    return first.toISOString().slice(0, 10)
  }
  const candidates =
    interval === 'month'
      ? [month - 1, month, month + 1].map(dayIn)
      : [-12, 0, 12].map((months) => dayIn(Number(since.slice(5, 7)) - 1 + months))
  const distance = (day: string) => Math.abs(dateMs(day) - dateMs(date))
  return candidates.reduce((best, day) => (distance(day) < distance(best) ? day : best))
}
