import { type Month, monthsBetween, nextMonth } from '../statements/months.ts'
import { partOf } from '../values/money.ts'
import { daysBetween } from '../values/zones.ts'
import type { DeferredMonth } from './entries.ts'
import type { Period } from './periods.ts'

/** A payment for a service period, with what was given back of it. Days are in the clinic's zone. */
export interface PrepaidTime {
  startsOn: string
  /** Exclusive. */
  endsOn: string
  /** The plan's, when it ended early. */
  endedOn: string | null
  /** Without tax, oldest first; money given back is negative. */
  moved: readonly { on: string; cents: number }[]
}

/** The longest run-off shown after the period, in months. */
const longestRunOff = 24

/**
 * Recognizes payments by day of their service period. Money given back reduces the deferred part first. The last day of
 * a plan recognizes the rest. In each month, what is recognized is the balance before, plus cash, less the balance after.
 * @param today continues the months of a current period until nothing is deferred
 */
export function deferredMonths(
  times: readonly PrepaidTime[],
  period: Period,
  today: string,
): DeferredMonth[] {
  const months: DeferredMonth[] = []
  const add = (month: Month) => {
    const [start, end] = [`${month}-01`, `${nextMonth(month)}-01`]
    const cashCents = sum(times.flatMap(({ moved }) => moved.filter(({ on }) => on >= start && on < end)))
    const before = months.at(-1)?.deferredCents ?? balanceAt(times, start)
    const deferredCents = balanceAt(times, end)
    months.push({ month, cashCents, recognizedCents: before + cashCents - deferredCents, deferredCents })
  }
  const last = period.until.slice(0, 7)
  for (const month of monthsBetween(period.from.slice(0, 7), last)) add(month)
  if (period.until >= today)
    for (const month of monthsBetween(nextMonth(last), nextMonth(last, longestRunOff))) {
      if (months.at(-1)?.deferredCents === 0) break
      add(month)
    }
  const first = months.findIndex(({ cashCents, recognizedCents }) => cashCents !== 0 || recognizedCents !== 0)
  return first === -1 ? [] : months.slice(first)
}

const sum = (parts: readonly { cents: number }[]) => parts.reduce((total, { cents }) => total + cents, 0)

/** The deferred part of all payments at the beginning of a day. */
function balanceAt(times: readonly PrepaidTime[], day: string): number {
  return times.reduce((total, time) => total + deferredAt(time, day), 0)
}

function deferredAt({ startsOn, endsOn, endedOn, moved }: PrepaidTime, day: string): number {
  const whole = Math.max(daysBetween(startsOn, endsOn), 1)
  const left = (on: string) => {
    if (endedOn !== null && on > endedOn) return 0
    return Math.max(daysBetween(on > startsOn ? on : startsOn, endsOn), 0)
  }
  let balance = 0
  let at = startsOn
  for (const { on, cents } of moved) {
    if (on >= day) break
    balance = declined(balance, left(at), left(on))
    balance = cents > 0 ? balance + partOf(cents, left(on), whole) : Math.max(balance + cents, 0)
    at = on
  }
  return declined(balance, left(at), left(day))
}

function declined(balance: number, before: number, after: number): number {
  return before === 0 ? 0 : partOf(balance, Math.min(after, before), before)
}
