/** Dates and instants in inputs, within the years that all parts of Carefold can store. */
import * as z from 'zod/mini'

/** Limits of an input: Postgres has no year 0, and later days exceed date arithmetic. */
export const firstDay = '1900-01-01'
export const lastDay = '2999-12-31'

type Message = string | { error: (issue: { input?: unknown }) => string }

/** `YYYY-MM-DD`, an existing day. */
export const calendarDate = (message?: Message) =>
  z.iso.date(message).check(z.refine<string>(isInRange, message))

/** The same, or empty. */
export const optionalDate = (message?: Message) => z.union([z.literal(''), calendarDate(message)])

/** An ISO instant, `2027-03-04T10:42:00Z`; `offset` allows other zones. */
export const instant = (options: { offset?: boolean } = {}) =>
  z.iso.datetime(options).check(z.refine<string>(isInRange))

function isInRange(text: string): boolean {
  const day = /^\d{4}-\d{2}-\d{2}/.exec(text)?.[0]
  // Other formats are refused by their own check.
  return day === undefined || (firstDay <= day && day <= lastDay)
}
