/** docs/domain-rules.md rule 24, rule 25, rule 26. Shared by the server and the preview in the settings. */

import { minuteMs } from '../values/durations.ts'
import {
  addDays,
  dateIn,
  dateMs,
  minutesOf,
  type OffsetSpan,
  spansOfDates,
  weekdayOf,
} from '../values/zones.ts'

/** Visits begin at multiples of this, counted from the start of the hours. */
export const slotMinutes = 15

/** Wall times of one weekday. The days of validity are inclusive. */
export interface WeeklyHours {
  day: number
  opens: string
  closes: string
  validFrom: string
  validUntil: string | null
}

/** An inclusive range of days; without times, whole days. */
export interface ScheduleException {
  kind: 'off' | 'extra'
  startsOn: string
  endsOn: string
  opens: string | null
  closes: string | null
}

/** Instants in milliseconds, `[from, until)`. */
export interface TimeRange {
  from: number
  until: number
}

export interface ProviderSchedule {
  id: string
  hours: readonly WeeklyHours[]
  /** The provider's and the clinic's. */
  exceptions: readonly ScheduleException[]
  /** Taken times including their buffers. */
  busy: readonly TimeRange[]
}

export interface VisitKind {
  durationMinutes: number
  beforeMinutes: number
  afterMinutes: number
}

/** Null means no limit. */
export interface Notice {
  earliest: number | null
  latest: number | null
}

export interface FreeTime {
  providerId: string
  startsAt: number
}

interface WallSpan {
  opens: number
  closes: number
}

/** In minutes of the wall clock, sorted and without overlaps. */
export function workingSpans(
  date: string,
  { hours, exceptions }: Pick<ProviderSchedule, 'hours' | 'exceptions'>,
): WallSpan[] {
  const day = weekdayOf(date)
  const spans: WallSpan[] = hours
    .filter(
      (each) =>
        each.day === day && each.validFrom <= date && (each.validUntil === null || date <= each.validUntil),
    )
    .map(({ opens, closes }) => ({ opens: minutesOf(opens), closes: minutesOf(closes) }))
  const today = exceptions.filter(({ startsOn, endsOn }) => startsOn <= date && date <= endsOn)
  for (const { kind, opens, closes } of today)
    if (kind === 'extra' && opens && closes)
      spans.push({ opens: minutesOf(opens), closes: minutesOf(closes) })
  let working = merge(spans)
  for (const { kind, opens, closes } of today) {
    if (kind !== 'off') continue
    const off = { opens: minutesOf(opens ?? '00:00'), closes: minutesOf(closes ?? '24:00') }
    working = working.flatMap((span) =>
      [
        { opens: span.opens, closes: Math.min(span.closes, off.opens) },
        { opens: Math.max(span.opens, off.closes), closes: span.closes },
      ].filter((rest) => rest.opens < rest.closes),
    )
  }
  return working
}

function merge(spans: WallSpan[]): WallSpan[] {
  const merged: WallSpan[] = []
  for (const span of spans.toSorted((a, b) => a.opens - b.opens)) {
    const last = merged.at(-1)
    if (last && span.opens <= last.closes) last.closes = Math.max(last.closes, span.closes)
    else merged.push({ ...span })
  }
  return merged
}

/** A part of the hours without a clock change; `grid` is an instant at which a visit may begin. */
interface WorkPiece extends TimeRange {
  grid: number
}

/** Counts a repeated hour twice, and a skipped hour not at all. */
function workPieces(date: string, spans: WallSpan[], offsets: readonly OffsetSpan[]): WorkPiece[] {
  const midnight = dateMs(date)
  return spans
    .flatMap(({ opens, closes }) =>
      offsets.map(({ from, until, offset }) => {
        const start = midnight + opens * minuteMs - offset
        return {
          from: Math.max(from, start),
          until: Math.min(until, midnight + closes * minuteMs - offset),
          grid: start,
        }
      }),
    )
    .filter(({ from, until }) => from < until)
    .sort((a, b) => a.from - b.from)
}

/** On local dates from `from`, sorted and without overlaps. */
export function workingTimes({
  zone,
  from,
  days,
  provider,
}: {
  zone: string
  from: string
  days: number
  provider: Pick<ProviderSchedule, 'hours' | 'exceptions'>
}): TimeRange[] {
  const offsets = spansOfDates(from, addDays(from, days), zone)
  const pieces = Array.from({ length: days }, (_, index) => addDays(from, index)).flatMap((date) =>
    workPieces(date, workingSpans(date, provider), offsets),
  )
  return inOrder(pieces.map(({ from: begins, until }) => ({ from: begins, until })))
}

/**
 * @param days number of local dates from `from`
 * @param busyForPatient the patient's other visits, without buffers
 * @returns sorted by time, then by the order of the providers
 */
export function freeTimes(request: {
  zone: string
  from: string
  days: number
  visit: VisitKind
  providers: readonly ProviderSchedule[]
  busyForPatient?: readonly TimeRange[]
  notice: Notice
}): FreeTime[] {
  const { zone, from, days, visit, providers, busyForPatient = [], notice } = request
  const offsets = spansOfDates(from, addDays(from, days), zone)
  const dates = Array.from({ length: days }, (_, index) => addDays(from, index))
  const duration = visit.durationMinutes * minuteMs
  const before = visit.beforeMinutes * minuteMs
  const after = visit.afterMinutes * minuteMs
  const step = slotMinutes * minuteMs
  const patientBusy = inOrder(busyForPatient)
  const found: FreeTime[] = []
  for (const provider of providers) {
    const busy = inOrder(provider.busy)
    const pieces = dates.flatMap((date) => workPieces(date, workingSpans(date, provider), offsets))
    const isTaken = sweep(busy)
    const isPatientBusy = sweep(patientBusy)
    for (const [index, piece] of pieces.entries()) {
      let ends = piece.until
      // Joins parts that a clock change or midnight separates.
      for (let next = index + 1; pieces[next]?.from === ends; next++) ends = pieces[next]?.until ?? ends
      const first = piece.grid + Math.ceil((piece.from - piece.grid) / step) * step
      for (let startsAt = first; startsAt < piece.until && startsAt + duration <= ends; startsAt += step) {
        if (notice.earliest !== null && startsAt < notice.earliest) continue
        if (notice.latest !== null && startsAt > notice.latest) break
        if (isTaken(startsAt - before, startsAt + duration + after)) continue
        if (isPatientBusy(startsAt, startsAt + duration)) continue
        found.push({ providerId: provider.id, startsAt })
      }
    }
  }
  return found.sort((a, b) => a.startsAt - b.startsAt)
}

/**
 * The provider who works and is free at most of the visits, the first of equal ones; null if none is free at any.
 *
 * @param providers by name, as for `freeTimes`
 * @returns for each visit whether the provider is free
 */
export function firstAvailable({
  zone,
  visit,
  providers,
  visits,
}: {
  zone: string
  visit: VisitKind
  providers: readonly ProviderSchedule[]
  visits: readonly { date: string; startsAt: number }[]
}): { providerId: string; isFree: boolean[] } | null {
  let best: { providerId: string; isFree: boolean[] } | null = null
  let most = 0
  for (const provider of providers) {
    const isFree = visits.map(({ date, startsAt }) => {
      const endsAt = startsAt + visit.durationMinutes * minuteMs
      const [begins, ends] = [
        startsAt - visit.beforeMinutes * minuteMs,
        endsAt + visit.afterMinutes * minuteMs,
      ]
      // two days: a visit may end after midnight
      const works = workingTimes({ zone, from: date, days: 2, provider }).some(
        ({ from, until }) => from <= startsAt && endsAt <= until,
      )
      return works && provider.busy.every(({ from, until }) => until <= begins || ends <= from)
    })
    const count = isFree.filter(Boolean).length
    if (count > most) [best, most] = [{ providerId: provider.id, isFree }, count]
  }
  return best
}

/** Sorted, and without overlaps. */
export function inOrder(ranges: readonly TimeRange[]): TimeRange[] {
  const merged: TimeRange[] = []
  for (const range of ranges.toSorted((a, b) => a.from - b.from)) {
    const last = merged.at(-1)
    if (last && range.from <= last.until) last.until = Math.max(last.until, range.until)
    else merged.push({ ...range })
  }
  return merged
}

/** Query in ascending order. */
function sweep(ranges: readonly TimeRange[]): (from: number, until: number) => boolean {
  let at = 0
  return (from, until) => {
    while (at < ranges.length && (ranges[at]?.until ?? 0) <= from) at++
    return (ranges[at]?.from ?? Number.POSITIVE_INFINITY) < until
  }
}

/** The last day counts whole. */
export function noticeFor(
  now: Date,
  type: { minNoticeMinutes: number; maxNoticeDays: number },
  zone: string,
): Notice {
  const today = dateIn(now, zone)
  const lastDay = spansOfDates(
    addDays(today, type.maxNoticeDays + 1),
    addDays(today, type.maxNoticeDays + 1),
    zone,
  )
  const midnight = dateMs(addDays(today, type.maxNoticeDays + 1))
  const end = lastDay.find(({ until, offset }) => midnight - offset < until)
  return {
    earliest: now.getTime() + type.minNoticeMinutes * minuteMs,
    latest: midnight - (end?.offset ?? 0) - 1,
  }
}
