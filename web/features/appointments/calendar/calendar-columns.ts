import { closedSpans, dayMinutes, type Span, type Working, workOn } from '#domain/calendar/grid.ts'
import { calendarTexts as texts } from '#domain/texts/calendar.ts'
import { minutesOf, timeOf } from '#domain/values/zones.ts'
import type { Provider } from '../booking/queries.ts'
import type { CalendarException, CalendarHours } from './calendar-queries.ts'

export interface Column {
  key: string
  date: string
  /** null: visits without a provider; undefined: all visits */
  providerId: string | null | undefined
}

export interface DayException {
  id: string
  /** includes the provider's name, unless the column is theirs */
  label: string
  /** the blocked minutes, if not the whole column or day */
  blocks: Span | null
  line: string
}

/** A provider's hours with the clinic's holidays; null without a provider or hours, so that nothing is closed. */
export function workingOf(given: CalendarHours, providerId: string | null): Working | null {
  const exceptions = given.exceptions.filter(
    (each) => each.providerId === null || each.providerId === providerId,
  )
  if (providerId === null) return exceptions.length > 0 ? { hours: allDay, exceptions } : null
  const hours = given.hours.filter((each) => each.providerId === providerId)
  return hours.length > 0 || exceptions.length > 0 ? { hours, exceptions } : null
}

const allDay = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  day,
  opens: '00:00',
  closes: '24:00',
  validFrom: '1970-01-01',
  validUntil: null,
}))

/** Working hours of a column; null if unknown, so that nothing is drawn as closed. */
export function workOfColumn(
  { date, providerId }: Column,
  given: CalendarHours,
  providers: readonly Provider[],
): Span[] | null {
  if (providerId !== undefined) {
    const working = workingOf(given, providerId)
    return working && workOn(date, working)
  }
  const known = providers
    .filter(({ isActive }) => isActive)
    .map(({ id }) => workingOf(given, id))
    .filter((each) => each !== null)
  if (known.length === 0) return null
  const spans = known.flatMap((working) => workOn(date, working)).sort((a, b) => a.from - b.from)
  return spans.reduce<Span[]>((merged, span) => {
    const last = merged.at(-1)
    if (last && span.from <= last.until) last.until = Math.max(last.until, span.until)
    else merged.push({ ...span })
    return merged
  }, [])
}

export function closedOf(work: Span[] | null): Span[] {
  return work ? closedSpans(work.map(({ from, until }) => ({ opens: from, closes: until }))) : []
}

export function exceptionsOf(
  { date, providerId }: Column,
  exceptions: readonly CalendarException[],
  providers: readonly Provider[],
): DayException[] {
  return exceptions
    .filter(
      (each) =>
        each.startsOn <= date &&
        date <= each.endsOn &&
        (providerId === undefined || each.providerId === null || each.providerId === providerId),
    )
    .toSorted((a, b) => Number(a.providerId !== null) - Number(b.providerId !== null))
    .map(({ id, kind, title, opens, closes, ...each }) => {
      const name = kind === 'extra' ? texts.extra(title) : texts.off(title)
      const isNamed = providerId === undefined && each.providerId !== null
      const who = isNamed ? (providers.find((one) => one.id === each.providerId)?.name ?? texts.nobody) : ''
      const label = who ? texts.whose(who, name) : name
      const hours =
        opens === null || closes === null
          ? null
          : { from: minutesOf(opens), until: Math.min(minutesOf(closes), dayMinutes) }
      return {
        id,
        label,
        // one provider's block is not drawn over a column of several
        blocks: kind === 'off' && !isNamed ? hours : null,
        line: hours ? texts.between(label, wallSpan(hours)) : label,
      }
    })
}

const wallFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short', timeZone: 'UTC' })
const wallAt = (minute: number) => new Date(`1970-01-01T${timeOf(minute % dayMinutes)}:00Z`)

/** "9:15 – 9:45 AM" in local time. */
export function wallSpan({ from, until }: Span): string {
  return wallFormat.formatRange(wallAt(from), wallAt(until))
}

/** "9:15", where the hours beside it say which half of the day. */
export function wallTime(minute: number): string {
  return wallFormat.format(wallAt(minute)).replace(/\s[AP]M$/, '')
}
