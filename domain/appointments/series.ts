/** Visits that repeat: every so many days in wall time, so many times or until a day. */

import * as z from 'zod/mini'
import { appointmentTexts } from '../texts/appointments.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { addDays, daysBetween } from '../values/zones.ts'

const { form } = appointmentTexts

export const longestSeries = 52
export const longestGapDays = 364

/** How a visit repeats. Either `count` or `until`; dates are YYYY-MM-DD on the clinic's clock. */
export interface Repeat {
  everyDays: number
  count?: number | undefined
  /** the last day on which there may be one */
  until?: string | undefined
  /** dates that are left out, because they are taken or the clinic is closed */
  without?: string[] | undefined
}

/** Every date that a repeat means, the first included, with those that are left out. */
export function seriesDates(first: string, { everyDays, count, until }: Repeat): string[] {
  const times = until ? Math.floor(daysBetween(first, until) / everyDays) + 1 : (count ?? 1)
  return Array.from({ length: Math.max(1, times) }, (_, index) => addDays(first, index * everyDays))
}

/** The dates on which there is a visit. */
export function bookedDates(first: string, repeat: Repeat): string[] {
  return seriesDates(first, repeat).filter((date) => !repeat.without?.includes(date))
}

/** What is wrong with a repeat, as a sentence for its end; null if nothing is. */
export function repeatProblem(first: string, repeat: Repeat): string | null {
  if (repeat.until && daysBetween(first, repeat.until) < repeat.everyDays) return form.repeatFew
  // a span of years is not spelled out
  if (repeat.until && daysBetween(first, repeat.until) / repeat.everyDays >= longestSeries)
    return form.repeatMany
  return bookedDates(first, repeat).length === 0 ? form.repeatNone : null
}

export const repeatInput = z
  .object({
    everyDays: z.number().check(z.int(), z.minimum(1), z.maximum(longestGapDays)),
    count: z.optional(z.number().check(z.int(), z.minimum(2), z.maximum(longestSeries, form.repeatMany))),
    until: z.optional(calendarDate(form.dateInvalid)),
    without: z.optional(z.array(calendarDate()).check(z.maxLength(longestSeries))),
  })
  .check(z.refine(({ count, until }) => (count === undefined) !== (until === undefined)))

interface HasRepeat {
  date: string
  repeat?: Repeat | undefined
}

/** For forms that have a date and perhaps a repeat. */
export const hasPossibleRepeat = z.refine((form) => problemOf(form as HasRepeat) === null, {
  path: ['repeat'],
  error: ({ input }) => problemOf(input as HasRepeat) ?? undefined,
})

function problemOf({ date, repeat }: HasRepeat): string | null {
  return repeat ? repeatProblem(date, repeat) : null
}
