/** Months in a clinic's own time zone (docs/payments.md 9). */

/** `YYYY-MM`. */
export type Month = string

/** A statement closes on the 1st of the next month at this local hour, after the sweep. */
export const closingHour = 9

/** The calendar month of an instant in an IANA zone: 2026-04-01T06:30Z in America/Vancouver is `2026-03`. */
export function localMonth(instant: Date, timeZone: string): Month {
  return new Date(wallClock(instant.getTime(), timeZone)).toISOString().slice(0, 7)
}

/** The calendar date of an instant in an IANA zone, `YYYY-MM-DD`. */
export function localDate(instant: Date, timeZone: string): string {
  return new Date(wallClock(instant.getTime(), timeZone)).toISOString().slice(0, 10)
}

export function nextMonth(month: Month, by = 1): Month {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The first instant of a month in its zone, even where a clock change skips midnight. */
export function monthStart(month: Month, timeZone: string): Date {
  return localInstant(firstDay(month), 0, timeZone)
}

const firstDay = (month: Month) => `${month}-01`

/** The first instant of a calendar date in its zone. */
export function startOfDay(date: string, timeZone: string): Date {
  return localInstant(date, 0, timeZone)
}

/** When a month's statement is due to be closed: the 1st of the next month, 09:00 local. */
export function monthClosesAt(month: Month, timeZone: string): Date {
  return localInstant(firstDay(nextMonth(month)), closingHour, timeZone)
}

/** Every month from `first` to `last`, both included; none when `last` is before `first`. */
export function monthsBetween(first: Month, last: Month): Month[] {
  const months: Month[] = []
  for (let month = first; month <= last; month = nextMonth(month)) months.push(month)
  return months
}

// Converts a local time on a day to an instant. A skipped local time moves forward by the gap; of an
// ambiguous one the earlier is taken.
function localInstant(date: string, hour: number, timeZone: string): Date {
  const wall = Date.parse(`${date}T${String(hour).padStart(2, '0')}:00:00Z`)
  const day = 24 * 60 * 60 * 1000
  const offsets = [wall - day, wall + day].map((around) => wallClock(around, timeZone) - around)
  const candidates = offsets.map((offset) => wall - offset)
  const exact = candidates.filter((candidate) => wallClock(candidate, timeZone) === wall)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates))
}

const formats = new Map<string, Intl.DateTimeFormat>()

// local time, read as if it were UTC
function wallClock(epochMs: number, timeZone: string): number {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone,
      calendar: 'gregory',
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(timeZone, format)
  }
  const parts = Object.fromEntries(
    format.formatToParts(epochMs).map(({ type, value }) => [type, Number(value)]),
  )
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0 } = parts
  return Date.UTC(year, month - 1, day, hour, minute, second) + (((epochMs % 1000) + 1000) % 1000)
}
