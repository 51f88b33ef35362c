/** Dates are YYYY-MM-DD in the clinic's zone. */

import type { Currency } from '../values/money.ts'
import { addDays, weekdayOf } from '../values/zones.ts'

export const calendarViews = ['day', 'week', 'month'] as const
export type CalendarView = (typeof calendarViews)[number]

const weeksOfMonth = 6

/** Currencies of countries whose weeks begin on Sunday (Unicode CLDR, week data); others begin on Monday. */
const sundayCurrencies = new Set<Currency>(
  'usd cad mxn brl cop pen jpy krw twd hkd sgd inr php thb idr ils sar zar'.split(' '),
)

/** As ISO 8601 counts. @param currency the clinic's, from which the country follows */
export function firstWeekday(currency: Currency): 1 | 7 {
  return sundayCurrencies.has(currency) ? 7 : 1
}

export function weekdaysFrom(first: 1 | 7): (1 | 2 | 3 | 4 | 5 | 6 | 7)[] {
  return first === 7 ? [7, 1, 2, 3, 4, 5, 6] : [1, 2, 3, 4, 5, 6, 7]
}

export function weekOf(date: string, first: 1 | 7): string {
  return addDays(date, -((weekdayOf(date) - first + 7) % 7))
}

/** A month has six whole weeks. @param first weekday of the week's start */
export function daysOf(view: CalendarView, on: string, first: 1 | 7): string[] {
  if (view === 'day') return [on]
  const begins = weekOf(view === 'week' ? on : firstOfMonth(on), first)
  return Array.from({ length: view === 'week' ? 7 : weeksOfMonth * 7 }, (_, index) => addDays(begins, index))
}

/** One day, week or month later or earlier; the 31st becomes the last day of a shorter month. */
export function stepFrom(view: CalendarView, on: string, direction: 1 | -1): string {
  if (view !== 'month') return addDays(on, direction * (view === 'day' ? 1 : 7))
  const [year = 1970, month = 1] = on.split('-').map(Number)
  const first = new Date(Date.UTC(year, month - 1 + direction, 1))
  const last = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate()
  first.setUTCDate(Math.min(Number(on.slice(8)), last))
  return first.toISOString().slice(0, 10)
}

export function firstOfMonth(on: string): string {
  return `${on.slice(0, 7)}-01`
}

export function dateOrNull(text: string | null): string | null {
  if (!text || !/^(19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return null
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) ? text : null
}
