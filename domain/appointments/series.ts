import * as z from 'zod/mini'
import { appointmentTexts } from '../texts/appointments.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { addDays, daysBetween } from '../values/zones.ts'

const { form } = appointmentTexts

export const longestSeries = 52
export const longestGapDays = 364

/** Either `count` or `until`; dates are YYYY-MM-DD in the clinic's zone. */
export interface Repeat {
  everyDays: number
  count?: number | undefined
  /** Inclusive. */
  until?: string | undefined
  /** Dates to skip, because they are taken or the clinic is closed. */
  without?: string[] | undefined
}

/** All dates from the first on, including the skipped ones. */
export function seriesDates(first: string, { everyDays, count, until }: Repeat): string[] {
  const times = until ? Math.floor(daysBetween(first, until) / everyDays) + 1 : (count ?? 1)
  return Array.from({ length: Math.max(1, times) }, (_, index) => addDays(first, index * everyDays))
}

export function bookedDates(first: string, repeat: Repeat): string[] {
  return seriesDates(first, repeat).filter((date) => !repeat.without?.includes(date))
}

/** A sentence for the end of the repeat; null if valid. */
export function repeatProblem(first: string, repeat: Repeat): string | null {
  if (repeat.until && daysBetween(first, repeat.until) < repeat.everyDays) return form.repeatFew
  // Avoids listing the dates of many years.
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

export const hasPossibleRepeat = z.refine((form) => problemOf(form as HasRepeat) === null, {
  path: ['repeat'],
  error: ({ input }) => problemOf(input as HasRepeat) ?? undefined,
})

function problemOf({ date, repeat }: HasRepeat): string | null {
  return repeat ? repeatProblem(date, repeat) : null
}
