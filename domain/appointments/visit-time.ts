/** docs/domain-rules.md rule 24 */

import { visitTimeTexts } from '../texts/components.ts'
import { deviceZone, formatClock } from '../values/dates.ts'
import { wallClock } from '../values/zones.ts'

const locale = 'en-US'

/** `startsAt` is an ISO instant, the zone that of the booking. */
export interface VisitTime {
  startsAt: string
  timeZone: string
}

// making a format takes much longer than using it
let fullDates: Intl.DateTimeFormat | undefined
const clocks = new Map<string, Intl.DateTimeFormat>()

function fullDate(date: string): string {
  fullDates ??= new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return fullDates.format(new Date(`${date}T00:00:00Z`))
}

/** No line break between month, day and year. */
function unbroken(date: string): string {
  return date.replaceAll(/ (?=\d)/g, '\u00A0')
}

/** "Monday, March 16, 2026". */
export function longDate(date: string): string {
  return unbroken(fullDate(date))
}

/** "Monday, March 16". */
export function weekdayDate(date: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'long',
    month: 'long',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return unbroken(format.format(new Date(`${date}T00:00:00Z`)))
}

/** "Mon, Mar 16". */
export function shortDay(date: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    month: 'short',
    day: 'numeric',
    timeZone: 'UTC',
  })
  return unbroken(format.format(new Date(`${date}T00:00:00Z`)))
}

/** "Mon, Mar 16, 9:00 AM"; with the year unless it is today's. @param today YYYY-MM-DD */
export function shortWhen(
  visit: VisitTime & { date: string },
  today: string,
  ownZone = deviceZone(),
): string {
  const year = visit.date.slice(0, 4)
  const day = year === today.slice(0, 4) ? shortDay(visit.date) : `${shortDay(visit.date)}, ${year}`
  return `${day}, ${visitClock(visit, ownZone)}`
}

/** 'Today' or the full date (docs/specification.md B2.15). */
export function dayHeading(date: string, today: string): string {
  return date === today ? visitTimeTexts.today : longDate(date)
}

/** "9:00 AM", with the zone's name if the reader's clock differs. */
export function visitClock({ startsAt, timeZone }: VisitTime, ownZone = deviceZone()): string {
  return formatClock(startsAt, timeZone, ownZone).replaceAll(/\s/g, '\u00A0')
}

/** "9:00 AM – 9:30 AM". */
export function visitSpan(visit: VisitTime & { endsAt: string }, ownZone = deviceZone()): string {
  const { endsAt, timeZone } = visit
  const ends = visitClock({ startsAt: endsAt, timeZone }, ownZone)
  return `${visitClock(visit, timeZone)}\u00A0– ${ends}`
}

/** "Monday, March 16, 2026 at 9:00 AM". */
export function visitWhen(visit: VisitTime & { date: string }, ownZone = deviceZone()): string {
  return visitTimeTexts.when(longDate(visit.date), visitClock(visit, ownZone))
}

function clockIn(timeZone: string): Intl.DateTimeFormat {
  const clock = new Intl.DateTimeFormat(locale, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone,
    timeZoneName: 'short',
  })
  clocks.set(timeZone, clock)
  return clock
}

/** "Monday, March 16, 2026 at 9:00 AM EDT": for mails and text messages, where the reader's zone is unknown. */
export function visitWhenInZone(visit: VisitTime): string {
  const { date } = wallClock(Date.parse(visit.startsAt), visit.timeZone)
  return visitTimeTexts.when(fullDate(date), clockInZone(visit))
}

/** "9:00 AM EDT". */
export function clockInZone({ startsAt, timeZone }: VisitTime): string {
  const clock = clocks.get(timeZone) ?? clockIn(timeZone)
  return clock.format(new Date(startsAt)).replaceAll(/\s/g, ' ')
}
