/**
 * Positions in a day of the calendar, in minutes of the wall clock from 0 to 1440. A repeated hour is one row with
 * its visits side by side; a skipped hour is a row that accepts none.
 */

import type { Obstacle } from '../appointments/appointments.ts'
import type { ScheduleException, WeeklyHours } from '../appointments/free-times.ts'
import { workingSpans } from '../appointments/free-times.ts'
import { minuteMs } from '../values/durations.ts'
import { dateMs, instantsOf, minutesOf, spansOfDates, timeOf, wallClock } from '../values/zones.ts'

export const dayMinutes = 24 * 60
/** Moves and clicks snap to multiples of this. */
export const gridStep = 15

/** `[from, until)` in minutes of the wall clock. */
export interface Span {
  from: number
  until: number
}

/** On the day of its start, cut off at midnight. @param startsAt ISO instant */
export function placeOf(startsAt: string, minutes: number, zone: string): Span & { date: string } {
  const { date, time } = wallClock(Date.parse(startsAt), zone)
  const from = minutesOf(time)
  return { date, from, until: Math.min(from + minutes, dayMinutes) }
}

/** Gives each item a lane without overlap, and the number of lanes of its group. */
export function lanesOf<T extends Span>(items: readonly T[]): (T & { lane: number; lanes: number })[] {
  const placed: (T & { lane: number; lanes: number })[] = []
  let group: (T & { lane: number; lanes: number })[] = []
  let ends = 0
  function close(): void {
    const lanes = Math.max(0, ...group.map(({ lane }) => lane)) + 1
    for (const each of group) each.lanes = lanes
    placed.push(...group)
    group = []
  }
  for (const item of items.toSorted((a, b) => a.from - b.from || b.until - a.until)) {
    if (item.from >= ends) close()
    const taken = new Set(group.filter(({ until }) => until > item.from).map(({ lane }) => lane))
    let lane = 0
    while (taken.has(lane)) lane++
    group.push({ ...item, lane, lanes: 1 })
    ends = Math.max(ends, item.until)
  }
  close()
  return placed
}

/** The wall times that the clocks skip on a date; usually none. */
export function skippedOn(date: string, zone: string): Span[] {
  const day = dateMs(date)
  const skipped: Span[] = []
  const spans = spansOfDates(date, date, zone)
  for (const [index, { until, offset }] of spans.entries()) {
    const next = spans[index + 1]
    if (!next || next.offset <= offset) continue
    const from = Math.max((until + offset - day) / minuteMs, 0)
    const ends = Math.min((until + next.offset - day) / minuteMs, dayMinutes)
    if (from < ends) skipped.push({ from, until: ends })
  }
  return skipped
}

/** @param working sorted, as `workingSpans` returns it */
export function closedSpans(working: readonly { opens: number; closes: number }[]): Span[] {
  const closed: Span[] = []
  let from = 0
  for (const { opens, closes } of working) {
    if (opens > from) closed.push({ from, until: opens })
    from = closes
  }
  if (from < dayMinutes) closed.push({ from, until: dayMinutes })
  return closed
}

/** At least 8 to 18. */
export function hoursShown(spans: readonly Span[], isWhole = false): Span {
  if (isWhole) return { from: 0, until: dayMinutes }
  const from = Math.min(8 * 60, ...spans.map((each) => each.from))
  const until = Math.max(18 * 60, ...spans.map((each) => each.until))
  return { from: Math.floor(from / 60) * 60, until: Math.min(Math.ceil(until / 60) * 60, dayMinutes) }
}

/** Hours of one provider, or of the clinic if no provider has hours. */
export interface Working {
  hours: readonly WeeklyHours[]
  exceptions: readonly ScheduleException[]
}

export function workOn(date: string, working: Working): Span[] {
  return workingSpans(date, working).map(({ opens, closes }) => ({ from: opens, until: closes }))
}

/** A visit being moved or resized. */
export interface Draft {
  /** Id of the visit. */
  id: string
  patientId: string
  /** Null: no particular provider. */
  providerId: string | null
  roomId: string | null
  date: string
  /** Minutes of the wall clock. */
  from: number
  minutes: number
  /** Buffers. */
  before: number
  after: number
}

/** An entry that takes time. Instants are ISO strings; buffers apply to providers and rooms. */
export interface Taken {
  id: string
  patientId: string | null
  providerId: string | null
  roomId: string | null
  startsAt: string
  endsAt: string
  before: number
  after: number
}

/**
 * The obstacle of a draft before it is saved; the database decides. Only `outside` and `elsewhere` may be saved.
 *
 * @param given.today the clinic's date
 * @param given.now an instant that the visit must not begin before; null if it has begun already
 * @param given.elsewhere busy times of providers' own calendars
 * @param given.working hours of the draft's provider; null without one
 */
export function obstacleOf(
  draft: Draft,
  given: {
    taken: readonly Taken[]
    elsewhere: readonly { providerId: string; startsAt: string; endsAt: string }[]
    zone: string
    today: string
    now: number | null
    working: Working | null
  },
): Obstacle | null {
  const { taken, elsewhere, zone, today, now, working } = given
  if (draft.date < today) return 'past'
  const startsAt = instantsOf(draft.date, timeOf(draft.from), zone)[0]
  if (startsAt === undefined) return 'skipped'
  if (now !== null && startsAt < now) return 'past'
  const endsAt = startsAt + draft.minutes * minuteMs
  const others = taken.filter(({ id }) => id !== draft.id)
  const meets = (each: Taken, hasBuffers: boolean) => {
    const none = { before: 0, after: 0 }
    const [own, other] = hasBuffers ? [draft, each] : [none, none]
    return (
      Date.parse(each.startsAt) - other.before * minuteMs < endsAt + own.after * minuteMs &&
      startsAt - own.before * minuteMs < Date.parse(each.endsAt) + other.after * minuteMs
    )
  }
  const ofProvider = others.filter((each) => draft.providerId && each.providerId === draft.providerId)
  if (ofProvider.some((each) => meets(each, false))) return 'provider'
  if (ofProvider.some((each) => meets(each, true))) return 'buffer'
  if (draft.roomId && others.some((each) => each.roomId === draft.roomId && meets(each, true))) return 'room'
  if (others.some((each) => each.patientId === draft.patientId && meets(each, false))) return 'patient'
  const until = draft.from + draft.minutes
  if (working && !workOn(draft.date, working).some((span) => span.from <= draft.from && until <= span.until))
    return 'outside'
  const isElsewhere = elsewhere.some(
    (each) =>
      each.providerId === draft.providerId &&
      Date.parse(each.startsAt) < endsAt &&
      startsAt < Date.parse(each.endsAt),
  )
  return isElsewhere ? 'elsewhere' : null
}

export function isRefused(obstacle: Obstacle | null): boolean {
  return obstacle !== null && obstacle !== 'outside' && obstacle !== 'elsewhere'
}
