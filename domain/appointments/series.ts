import * as z from 'zod/mini'
import { appointmentTexts } from '../texts/appointments.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { datesFrom, nths, type Rhythm } from './rhythm.ts'

const { form } = appointmentTexts

export const longestSeries = 52
export const longestGapDays = 364
export const longestGapWeeks = 52
export const longestGapMonths = 12

/** Either `count` or `until`; dates are YYYY-MM-DD in the clinic's zone. */
export type Repeat = Rhythm & {
  count?: number | undefined
  /** Inclusive. */
  until?: string | undefined
  /** Dates to skip, because they are taken or the clinic is closed. */
  without?: string[] | undefined
}

/** All dates from the first on, including the skipped ones; at most one more than a series may have. */
export function seriesDates(first: string, repeat: Repeat): string[] {
  const { until, count = 1 } = repeat
  const most = until ? longestSeries + 1 : count
  const dates: string[] = []
  for (const date of datesFrom(first, repeat)) {
    if (dates.length >= most || (until && date > until)) break
    dates.push(date)
  }
  return dates
}

export function bookedDates(first: string, repeat: Repeat): string[] {
  return seriesDates(first, repeat).filter((date) => !repeat.without?.includes(date))
}

/** A sentence for the end of the repeat; null if valid. */
export function repeatProblem(first: string, repeat: Repeat): string | null {
  const dates = seriesDates(first, repeat)
  if (dates[0] !== first && !(repeat.until && repeat.until < first)) return form.repeatFirst
  if (repeat.until && dates.length < 2) return form.repeatFew
  if (dates.length > longestSeries) return form.repeatMany
  return bookedDates(first, repeat).length === 0 ? form.repeatNone : null
}

const end = {
  count: z.optional(z.number().check(z.int(), z.minimum(2), z.maximum(longestSeries, form.repeatMany))),
  until: z.optional(calendarDate(form.dateInvalid)),
  without: z.optional(z.array(calendarDate()).check(z.maxLength(longestSeries))),
}
const gap = (longest: number) => z.number().check(z.int(), z.minimum(1), z.maximum(longest))
const weekday = z.number().check(z.int(), z.minimum(1), z.maximum(7))

// one object, because a union would report a wrong end at the whole, not at its field
const fields = z.strictObject({
  everyDays: z.optional(gap(longestGapDays)),
  everyWeeks: z.optional(gap(longestGapWeeks)),
  weekdays: z.optional(
    z.array(weekday).check(
      z.minLength(1),
      z.refine((days) => new Set(days).size === days.length),
    ),
  ),
  everyMonths: z.optional(gap(longestGapMonths)),
  nth: z.optional(z.literal([...nths])),
  ...end,
})

export const repeatInput = fields.check(
  z.refine(hasOneRhythm),
  z.refine(({ count, until }) => (count === undefined) !== (until === undefined)),
) as unknown as z.ZodMiniType<Repeat, Repeat>

function hasOneRhythm({
  everyDays,
  everyWeeks,
  weekdays,
  everyMonths,
  nth,
}: z.infer<typeof fields>): boolean {
  const gaps = [everyDays, everyWeeks, everyMonths].filter((each) => each !== undefined)
  return (
    gaps.length === 1 &&
    (everyWeeks === undefined) === (weekdays === undefined) &&
    (everyMonths === undefined) === (nth === undefined)
  )
}

interface HasRepeat {
  date: string
  repeat?: Repeat | undefined
}

export const hasPossibleRepeat = z.refine((form) => problemOf(form as HasRepeat) === null, {
  path: ['repeat'],
  error: ({ input }) => problemOf(input as HasRepeat) ?? undefined,
})

function problemOf({ date, repeat }: HasRepeat): string | null {
  // a wrong field is reported there
  if (!repeat || !repeatInput.safeParse(repeat).success) return null
  return repeatProblem(date, repeat)
}
