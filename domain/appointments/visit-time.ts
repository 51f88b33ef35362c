/**
 * When a visit is, in words: the same on pages, in mails, text messages and calendars (docs/domain-rules.md rule 24). The zone
 * is the visit's own, and named wherever it could be mistaken.
 */

import { appointmentTexts } from '../texts/appointments.ts'
import { deviceZone, formatClock } from '../values/dates.ts'
import { wallClock } from '../values/zones.ts'

const locale = 'en-US'

/** When a visit begins: an ISO instant, and the zone it was booked in. */
export interface VisitTime {
  startsAt: string
  timeZone: string
}

/** "Monday, March 16, 2026" of a calendar date. */
export function longDate(date: string): string {
  return new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' }).format(
    new Date(`${date}T00:00:00Z`),
  )
}

/** "Mon, Mar 16" of a calendar date. */
export function shortDay(date: string): string {
  return new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${date}T00:00:00Z`))
}

/** 'Today' or the full date, as the list's headings say it (docs/specification.md B2.15). */
export function dayHeading(date: string, today: string): string {
  return date === today ? appointmentTexts.today : longDate(date)
}

/** "9:00 AM", with the zone's name where the reader's clock shows something else. */
export function visitClock({ startsAt, timeZone }: VisitTime, ownZone = deviceZone()): string {
  return formatClock(startsAt, timeZone, ownZone).replaceAll(/\s/g, '\u00A0')
}

/** "9:00 AM – 9:30 AM". */
export function visitSpan(visit: VisitTime & { endsAt: string }, ownZone = deviceZone()): string {
  const { endsAt, timeZone } = visit
  const ends = visitClock({ startsAt: endsAt, timeZone }, ownZone)
  // the zone once, at the end
  return `${visitClock(visit, timeZone)} – ${ends}`
}

/** "Monday, March 16, 2026 at 9:00 AM". */
export function visitWhen(visit: VisitTime & { date: string }, ownZone = deviceZone()): string {
  return appointmentTexts.when(longDate(visit.date), visitClock(visit, ownZone))
}

/**
 * "Monday, March 16, 2026 at 9:00 AM EDT", with the zone's name always: for mails and text messages, which do not know their
 * reader's clock.
 */
export function visitWhenInZone({ startsAt, timeZone }: VisitTime): string {
  const at = new Date(startsAt)
  const clock = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  }).format(at)
  const { date } = wallClock(at.getTime(), timeZone)
  return appointmentTexts.when(longDate(date), clock.replaceAll(/\s/g, ' '))
}
