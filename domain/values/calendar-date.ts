/** Dates and instants as programs and forms send them, within the years that all parts of Carefold can hold. */
import * as z from 'zod/mini'

/** The first and the last day that an input may name. Postgres has no year 0; the arithmetic of later days leaves its range. */
export const firstDay = '1900-01-01'
export const lastDay = '2999-12-31'

type Message = string | { error: (issue: { input?: unknown }) => string }

/** `YYYY-MM-DD`, a day that exists. */
export const calendarDate = (message?: Message) =>
  z.iso.date(message).check(z.refine<string>(isInRange, message))

/** The same, or empty. */
export const optionalDate = (message?: Message) => z.union([z.literal(''), calendarDate(message)])

/** An ISO instant, `2027-03-04T10:42:00Z`; with `offset` also in another zone. */
export const instant = (options: { offset?: boolean } = {}) =>
  z.iso.datetime(options).check(z.refine<string>(isInRange))

function isInRange(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  // anything else is refused by its format
  return day === undefined || (firstDay <= day && day <= lastDay)
}
