import { hourMs } from './durations.ts'

/**
 * Dates and times in en-US. The caller passes the clinic's zone, so that patient and front desk read the same day.
 */
const locale = 'en-US'

/**
 * "Mar 4, 2027". A calendar date (`2027-03-04`) is the same day everywhere; an instant is a day in the given zone.
 *
 * @param timeZone IANA name; the device's by default
 */
export function formatDate(value: string | Date, timeZone?: string): string {
  const isCalendarDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeZone: isCalendarDate ? 'UTC' : timeZone,
  }).format(new Date(value))
}

/** "November 12, 1955" of a calendar date, with no-break spaces: no order of numbers to misread. */
export function dateInFull(date: string): string {
  const text = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
  return text.replaceAll(' ', '\u00A0')
}

/** `formatDate` with no-break spaces, for running text. */
export function dateInText(value: string | Date, timeZone?: string): string {
  return formatDate(value, timeZone).replaceAll(' ', '\u00A0')
}

export function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/**
 * "10:42 AM", with the zone's name if its clock differs from the device's: "10:42 AM EST" (docs/look.md "Decided on
 * real screens").
 */
export function formatClock(
  instant: string | Date,
  timeZone: string | undefined,
  ownZone = deviceZone(),
): string {
  const at = new Date(instant)
  const read = (zone: string, withName: boolean) =>
    new Intl.DateTimeFormat(locale, {
      hour: 'numeric',
      minute: '2-digit',
      timeZone: zone,
      ...(withName ? { timeZoneName: 'short' } : {}),
    }).format(at)
  const isSame =
    !timeZone ||
    (read(timeZone, false) === read(ownZone, false) && formatDate(at, timeZone) === formatDate(at, ownZone))
  return read(timeZone ?? ownZone, !isSame)
}

export function formatTime(instant: string | Date, timeZone?: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone }).format(new Date(instant))
}

/** "11:35 AM" today, as `formatClock` writes it, else "Mar 4, 2027". */
export function formatMoment(instant: string | Date, now: Date, timeZone?: string): string {
  const day = formatDate(instant, timeZone)
  return day === formatDate(now, timeZone) ? formatClock(instant, timeZone) : day
}

/** "Oct 1–24" for two calendar dates of a month, "Oct 1" for one. */
export function dayRange(first: string, last: string): string {
  const format = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', timeZone: 'UTC' })
  return format
    .formatRange(new Date(first), new Date(last))
    .replaceAll(/\s*–\s*/g, '–')
    .replaceAll(' ', '\u00A0')
}

/** "March 2027" for a calendar month (`2027-03`). */
export function formatMonth(month: string): string {
  return new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  )
}

export function hourIn(instant: Date, timeZone?: string): number {
  const text = new Intl.DateTimeFormat(locale, { hour: '2-digit', hourCycle: 'h23', timeZone }).format(
    instant,
  )
  return Number(text)
}

/** "3 hours ago" within 24 hours, else "Mar 4, 2027" (docs/specification.md B2.9). */
export function relativeTime(instant: string | Date, now: Date, timeZone?: string): string {
  const hours = Math.floor((now.getTime() - new Date(instant).getTime()) / hourMs)
  if (hours >= 24) return formatDate(instant, timeZone)
  if (hours < 1) return 'Less than an hour ago'
  return hours === 1 ? '1 hour ago' : `${hours} hours ago`
}
