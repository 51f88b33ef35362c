import { addDays, startOfDay } from '../values/zones.ts'

/** Days in the clinic's zone, YYYY-MM-DD, both included. */
export interface Period {
  from: string
  until: string
}

export const periodNames = [
  'this_month',
  'last_month',
  'this_quarter',
  'last_quarter',
  'this_year',
  'last_year',
] as const
export type PeriodName = (typeof periodNames)[number]

/** The longest period of a report, in days. */
export const longestPeriodDays = 5 * 366

/** @param today in the clinic's zone */
export function namedPeriod(name: PeriodName, today: string): Period {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const months = name.endsWith('month') ? 1 : name.endsWith('quarter') ? 3 : 12
  const first = month - 1 - ((month - 1) % months) - (name.startsWith('last') ? months : 0)
  const day = (at: number) => new Date(Date.UTC(year, at, 1)).toISOString().slice(0, 10)
  return { from: day(first), until: addDays(day(first + months), -1) }
}

/** The instants of a period; `until` is exclusive. */
export function instantsOfPeriod({ from, until }: Period, timeZone: string): { from: Date; until: Date } {
  return { from: startOfDay(from, timeZone), until: startOfDay(addDays(until, 1), timeZone) }
}
