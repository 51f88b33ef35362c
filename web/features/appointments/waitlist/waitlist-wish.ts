import { shortDay } from '#domain/appointments/visit-time.ts'
import { ownWaitlistTexts as texts } from '#domain/texts/waitlist.ts'
import type { WaitlistEntry } from './waitlist-queries.ts'

const locale = 'en-US'

export function dayName(day: number): string {
  // January 1, 2024 was a Monday
  return new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(
    new Date(Date.UTC(2024, 0, day)),
  )
}

function clock(time: string): string {
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(
    new Date(`1970-01-01T${time}:00Z`),
  )
}

/** "Mon, Wed; 9:00 AM to 12:00 PM; until Tue, Mar 31". */
export function describeWish({ days, opens, closes, until }: WaitlistEntry): string {
  const named = new Intl.ListFormat(locale, { type: 'unit' }).format(
    days.toSorted().map((day) => dayName(day)),
  )
  return [
    days.length > 0 ? named : texts.anyDay,
    opens && closes ? texts.hours(clock(opens), clock(closes)) : texts.anyHour,
    texts.until(shortDay(until)),
  ].join(' · ')
}
