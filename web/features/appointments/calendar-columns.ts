import { minutesOf } from '#domain/appointments/zones.ts'
import { closedSpans, dayMinutes, type Span, type Working, workOn } from '#domain/calendar/grid.ts'
import type { CalendarException, CalendarHours } from './calendar-queries.ts'
import type { Provider } from './queries.ts'

/** A column of the calendar: a day of all or one, or a provider's share of one day. */
export interface Column {
  key: string
  date: string
  /** null: visits of nobody in particular; undefined: of everybody */
  providerId: string | null | undefined
}

/** An event or time off that has a beginning and an end; on whole days it stands in the column's head. */
export interface Blocked extends Span {
  id: string
  title: string
}

/** The hours of one provider with the clinic's holidays; null for nobody, and for who has no hours, so that nothing is closed. */
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

/** When somebody of a column works; null: not known, so nothing is drawn as closed. */
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

/** What is drawn darker: outside of the hours. */
export function closedOf(work: Span[] | null): Span[] {
  return work ? closedSpans(work.map(({ from, until }) => ({ opens: from, closes: until }))) : []
}

/** The exceptions of a column that block time: those of its provider and the clinic's; of everybody's only the clinic's. */
export function blockedOf({ date, providerId }: Column, exceptions: readonly CalendarException[]) {
  const here = exceptions.filter(
    (each) =>
      each.kind === 'off' &&
      each.startsOn <= date &&
      date <= each.endsOn &&
      (each.providerId === null || each.providerId === providerId),
  )
  const timed: Blocked[] = here
    .filter(({ opens }) => opens !== null)
    .map(({ id, title, opens, closes }) => ({
      id,
      title,
      from: minutesOf(opens ?? '00:00'),
      until: Math.min(minutesOf(closes ?? '24:00'), dayMinutes),
    }))
  return { timed, wholeDay: here.filter(({ opens }) => opens === null) }
}
