/**
 * Instants and wall clocks in any IANA zone, across clock changes.
 * Uses `Intl` only, for browsers without `Temporal`. Instants are milliseconds since 1970, dates YYYY-MM-DD, times
 * HH:mm.
 */

import { dayMs, hourMs, minuteMs } from './durations.ts'

/** No zone is further from UTC: every instant of a local date is within this of it. */
const widestOffsetMs = 15 * hourMs
/** Less than the time between two changes of a zone's offset. */
const stepMs = dayMs

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat {
  let format = formats.get(zone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    })
    formats.set(zone, format)
  }
  return format
}

/** In milliseconds. */
export function offsetAt(instant: number, zone: string): number {
  // formatToParts takes twice as long
  const numbers: string[] = formatOf(zone).format(instant).match(/\d+/g) ?? []
  const [month = 1, day = 1, year = 0, hour = 0, minute = 0, second = 0] = numbers.map(Number)
  const shown = Date.UTC(year, month - 1, day, hour, minute, second)
  return shown - Math.floor(instant / 1000) * 1000
}

/** A time range with one offset. */
export interface OffsetSpan {
  from: number
  until: number
  offset: number
}

/** The ranges that cover `[from, until)`, in order. */
export function offsetSpans(from: number, until: number, zone: string): OffsetSpan[] {
  const spans: OffsetSpan[] = []
  let start = from
  let offset = offsetAt(from, zone)
  for (let at = from; at < until; at += stepMs) {
    const next = Math.min(at + stepMs, until)
    const later = offsetAt(next, zone)
    if (later === offset) continue
    // The first instant of the new offset lies in (at, next].
    let before = at
    let after = next
    while (after - before > 1000) {
      const middle = Math.floor((before + after) / 2000) * 1000
      if (offsetAt(middle, zone) === offset) before = middle
      else after = middle
    }
    if (after < until) {
      spans.push({ from: start, until: after, offset })
      start = after
    }
    offset = offsetAt(after, zone)
  }
  spans.push({ from: start, until, offset: offsetAt(start, zone) })
  return spans
}

/** Midnight of a date in UTC, the base of local instants. */
export function dateMs(date: string): number {
  return Date.parse(`${date}T00:00:00Z`)
}

/** Minutes since midnight of HH:mm; 24:00 is the end of the day. */
export function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
}

/** HH:mm of minutes since midnight. */
export function timeOf(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

export function spansOfDates(from: string, until: string, zone: string): OffsetSpan[] {
  return offsetSpans(dateMs(from) - widestOffsetMs, dateMs(until) + dayMs + widestOffsetMs, zone)
}

/** The instants of a wall time: none if skipped, two if repeated, else one. */
export function instantsOf(date: string, time: string, zone: string): number[] {
  const shown = dateMs(date) + minutesOf(time) * minuteMs
  return spansOfDates(date, date, zone)
    .filter(({ from, until, offset }) => shown - offset >= from && shown - offset < until)
    .map(({ offset }) => shown - offset)
}

/** The instant of a full hour: a skipped one moves forward by the gap; of a repeated one the first. */
export function instantOf(date: string, hour: number, zone: string): Date {
  const shown = dateMs(date) + hour * hourMs
  const offsets = [shown - dayMs, shown + dayMs].map((around) => offsetAt(around, zone))
  const candidates = offsets.map((offset) => shown - offset)
  const exact = candidates.filter((candidate) => candidate + offsetAt(candidate, zone) === shown)
  return new Date(exact.length > 0 ? Math.min(...exact) : Math.max(...candidates))
}

/** The first instant of a date, even if a clock change skips midnight. */
export function startOfDay(date: string, zone: string): Date {
  return instantOf(date, 0, zone)
}

export function wallClock(instant: number, zone: string): { date: string; time: string } {
  const shown = new Date(instant + offsetAt(instant, zone)).toISOString()
  return { date: shown.slice(0, 10), time: shown.slice(11, 16) }
}

/** The calendar date of an instant in a zone, YYYY-MM-DD, for a date field. */
export function dateIn(instant: Date, zone: string): string {
  return wallClock(instant.getTime(), zone).date
}

export function addDays(date: string, days: number): string {
  return new Date(dateMs(date) + days * dayMs).toISOString().slice(0, 10)
}

/** ISO 8601: Monday is 1. */
export function weekdayOf(date: string): number {
  return new Date(dateMs(date)).getUTCDay() || 7
}

export function daysBetween(from: string, until: string): number {
  return Math.round((dateMs(until) - dateMs(from)) / dayMs)
}
