import { addDays, weekdayOf } from '../values/zones.ts'

/** The week of the month; -1 is the last. */
export const nths = [1, 2, 3, 4, 5, -1] as const
export type Nth = (typeof nths)[number]

/**
 * The dates of a series in the clinic's calendar. Weekdays are 1 (Monday) to 7, and weeks begin on Monday. `nth` counts
 * the weekday of the first date: `{ everyMonths: 1, nth: 2 }` from a Tuesday is every second Tuesday of a month.
 */
export type Rhythm =
  | { everyDays: number }
  | { everyWeeks: number; weekdays: number[] }
  | { everyMonths: number; nth: Nth }

/** Without end, from the first date on. A month without a fifth weekday has none. */
export function* datesFrom(first: string, rhythm: Rhythm): Generator<string> {
  if ('everyDays' in rhythm) {
    for (let date = first; ; date = addDays(date, rhythm.everyDays)) yield date
  } else if ('everyWeeks' in rhythm) {
    const days = rhythm.weekdays.toSorted((a, b) => a - b)
    for (let monday = mondayOf(first); ; monday = addDays(monday, rhythm.everyWeeks * 7))
      for (const day of days) {
        const date = addDays(monday, day - 1)
        if (date >= first) yield date
      }
  } else {
    for (const month of monthsFrom(first, rhythm.everyMonths)) {
      const date = nthWeekday(month, weekdayOf(first), rhythm.nth)
      if (date !== null && date >= first) yield date
    }
  }
}

/** Months (`2026-04`) up to the last date that lack the weekday, as only a fifth can. */
export function monthsWithout(first: string, last: string, rhythm: Rhythm): string[] {
  if (!('everyMonths' in rhythm)) return []
  const without: string[] = []
  for (const month of monthsFrom(first, rhythm.everyMonths)) {
    if (month > last.slice(0, 7)) break
    if (nthWeekday(month, weekdayOf(first), rhythm.nth) === null) without.push(month)
  }
  return without
}

/** Which weekday of its month a date is: the fourth, the last, or both. */
export function nthsOf(date: string): Nth[] {
  const nth = Math.ceil(Number(date.slice(8)) / 7) as Nth
  return addDays(date, 7).slice(0, 7) === date.slice(0, 7) ? [nth] : [nth, -1]
}

function mondayOf(date: string): string {
  return addDays(date, 1 - weekdayOf(date))
}

function* monthsFrom(date: string, everyMonths: number): Generator<string> {
  let months = Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7)) - 1
  for (; ; months += everyMonths)
    yield `${String(Math.floor(months / 12)).padStart(4, '0')}-${String((months % 12) + 1).padStart(2, '0')}`
}

/** @param month `2026-04` */
function nthWeekday(month: string, weekday: number, nth: Nth): string | null {
  const firstDay = `${month}-01`
  const first = addDays(firstDay, (weekday - weekdayOf(firstDay) + 7) % 7)
  const isInMonth = (date: string) => date.slice(0, 7) === month
  if (nth === -1) return isInMonth(addDays(first, 28)) ? addDays(first, 28) : addDays(first, 21)
  const date = addDays(first, (nth - 1) * 7)
  return isInMonth(date) ? date : null
}
