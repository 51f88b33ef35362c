/** Wall times in the clinic's zone. */

import { clinicTexts } from '../texts/clinics.ts'
import { addDays, minutesOf, timeOf, weekdayOf } from '../values/zones.ts'

const texts = clinicTexts.hours

/** As in ISO 8601: Monday is 1. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const
export type Weekday = (typeof weekdays)[number]

/** HH:mm on one weekday. A day with a break has two spans. */
export interface OpeningSpan {
  day: Weekday
  opens: string
  closes: string
}

export const maxSpansPerDay = 3

export function inOrder(hours: readonly OpeningSpan[]): OpeningSpan[] {
  return hours.toSorted((a, b) => a.day - b.day || a.opens.localeCompare(b.opens, 'en-US'))
}

/**
 * Closes the clinic for an hour within the longest span: at noon, or else in its middle.
 *
 * @param spans of one day
 * @returns null if no span has two hours
 */
export function withBreak(spans: readonly OpeningSpan[]): OpeningSpan[] | null {
  const minutes = (span: OpeningSpan) => minutesOf(span.closes) - minutesOf(span.opens)
  const longest = spans.toSorted((a, b) => minutes(b) - minutes(a))[0]
  if (!longest || !(minutes(longest) >= 120)) return null
  const opens = minutesOf(longest.opens)
  const noon = 12 * 60
  const begins =
    opens < noon && minutesOf(longest.closes) > noon + 60
      ? noon
      : opens + Math.floor((minutes(longest) - 60) / 2)
  return spans.flatMap((span) =>
    span === longest
      ? [
          { ...span, closes: timeOf(begins) },
          { ...span, opens: timeOf(begins + 60) },
        ]
      : [span],
  )
}

/** The next half hour in which the clinic is open, on the clinic's clock; null without hours. */
export function nextOpenTime(
  hours: readonly OpeningSpan[],
  now: { date: string; time: string },
): { date: string; time: string } | null {
  const soon = timeOf(Math.min(Math.ceil(minutesOf(now.time) / 30) * 30, 24 * 60 - 30))
  for (let ahead = 0; ahead <= 7; ahead++) {
    const date = addDays(now.date, ahead)
    const open = inOrder(hours.filter(({ day }) => day === weekdayOf(date)))
    const [span] = ahead === 0 ? open.filter(({ closes }) => closes > soon && now.time <= soon) : open
    if (span) return { date, time: ahead === 0 && soon > span.opens ? soon : span.opens }
  }
  return null
}

/**
 * The ends of opening days at which no provider works: before the first begins, or after the last has gone. Days on
 * which no provider works at all are left out.
 * @param worked hours of all providers
 */
export function unstaffedEnds(
  hours: readonly OpeningSpan[],
  worked: readonly { day: number; opens: string; closes: string }[],
): { day: Weekday; before: string | null; after: string | null }[] {
  return weekdays.flatMap((day) => {
    const open = hours.filter((span) => span.day === day && span.opens < span.closes)
    const work = worked.filter((span) => span.day === day)
    const [opens, begins] = [open, work].map((spans) => spans.map((span) => span.opens).sort()[0])
    const [closes, ends] = [open, work].map((spans) =>
      spans
        .map((span) => span.closes)
        .sort()
        .at(-1),
    )
    if (!opens || !closes || !begins || !ends) return []
    const before = opens < begins ? begins : null
    const after = closes > ends ? ends : null
    return before || after ? [{ day, before, after }] : []
  })
}

/**
 * Joins consecutive days with equal hours: "Monday to Friday", "8:00 AM to 5:00 PM". Empty without hours, so that no
 * clinic appears closed.
 */
export function openingLines(hours: readonly OpeningSpan[]): { days: string; times: string }[] {
  if (hours.length === 0) return []
  const lines: { first: Weekday; last: Weekday; times: string }[] = []
  for (const day of weekdays) {
    const spans = inOrder(hours.filter((span) => span.day === day))
    const times =
      spans.map(({ opens, closes }) => texts.span(clockText(opens), clockText(closes))).join(', ') ||
      texts.closed
    const previous = lines.at(-1)
    if (previous?.times === times) previous.last = day
    else lines.push({ first: day, last: day, times })
  }
  return lines.map(({ first, last, times }) => ({
    days:
      first === last
        ? texts.days[first]
        : last === first + 1
          ? texts.twoDays(texts.days[first], texts.days[last])
          : texts.range(texts.days[first], texts.days[last]),
    times,
  }))
}

/** "8:30 AM" for 08:30. */
export function clockText(time: string): string {
  return new Intl.DateTimeFormat('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
    .format(new Date(`2001-01-01T${time}:00Z`))
    .replaceAll(/\s/g, ' ')
}
