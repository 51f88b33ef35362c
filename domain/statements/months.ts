/** Months in a clinic's time zone (docs/payments.md 9). */

import { dateIn, instantOf, startOfDay } from '../values/zones.ts'

/** `YYYY-MM`. */
export type Month = string

/** Local hour at which a statement closes on the 1st of the next month, after the sweep. */
export const closingHour = 9

/** The month of an instant in an IANA zone: 2026-04-01T06:30Z in America/Vancouver is `2026-03`. */
export function localMonth(instant: Date, timeZone: string): Month {
  return dateIn(instant, timeZone).slice(0, 7)
}

export function nextMonth(month: Month, by = 1): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** Even if a clock change skips midnight. */
export function monthStart(month: Month, timeZone: string): Date {
  return startOfDay(firstDay(month), timeZone)
}

const firstDay = (month: Month) => `${month}-01`

/** The 1st of the next month, 09:00 local. */
export function monthClosesAt(month: Month, timeZone: string): Date {
  return instantOf(firstDay(nextMonth(month)), closingHour, timeZone)
}

/** Inclusive; empty if `last` is before `first`. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}
