import ICAL from 'ical.js'
import type { TimeRange } from '#domain/appointments/free-times.ts'
import { dayMs } from '#domain/values/durations.ts'
import {
  addDays,
  daysBetween,
  type OffsetSpan,
  offsetAt,
  offsetSpans,
  startOfDay,
} from '#domain/values/zones.ts'
import { type BusyEvent, type Window, within } from '#server/platform/outside-calendar/busy-events.ts'
import { CalendarUnread, calendarLimits } from '#server/platform/outside-calendar/read-address.ts'

/** A hostile file must not occupy the process. */
const mostSteps = 50_000

/** Of the whole file. */
interface Expansion {
  steps: number
  times: number
  /** Of each zone, in the window and around it. */
  offsets: Map<string, OffsetSpan[]>
}

interface Reading extends Window {
  counted: Expansion
}

/**
 * The times in a window at which a calendar (RFC 5545) says that its owner is busy. Free, canceled and declined events
 * do not count; titles, places and people are not read.
 * @throws CalendarUnread `not_a_calendar`, `too_large`
 */
export function busyEvents(text: string, window: Window): BusyEvent[] {
  const counted: Expansion = { steps: 0, times: 0, offsets: new Map() }
  ICAL.TimezoneService.reset()
  return calendarsIn(text).flatMap((calendar) => {
    for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone)
    const named = ianaName(calendar.getFirstPropertyValue('x-wr-timezone')?.toString())
    const byUid = Map.groupBy(calendar.getAllSubcomponents('vevent'), (event) =>
      String(event.getFirstPropertyValue('uid') ?? ''),
    )
    return [...byUid].map(([uid, events]) => ({
      uid,
      times: timesOfUid(events, { ...window, zone: named ?? window.zone, counted }),
    }))
  })
}

function calendarsIn(text: string): ICAL.Component[] {
  if (!/^\uFEFF?\s*BEGIN:VCALENDAR/i.test(text)) throw new CalendarUnread('not_a_calendar')
  try {
    const parsed = ICAL.parse(text.replace(/^\uFEFF?\s*/, '')) as unknown[]
    const trees = typeof parsed[0] === 'string' ? [parsed] : parsed
    return trees.map((tree) => new ICAL.Component(tree as never))
  } catch (error) {
    throw new CalendarUnread('not_a_calendar', error)
  }
}

/** An event with the changed occurrences that share its UID. */
function timesOfUid(events: ICAL.Component[], window: Reading): TimeRange[] {
  const changed = events.filter((event) => event.hasProperty('recurrence-id'))
  const replaced = new Set(
    changed.map((event) => instantOfProperty(event.getFirstProperty('recurrence-id'), window)),
  )
  return events.flatMap((event) => {
    const isChange = event.hasProperty('recurrence-id')
    // of a repeated event, a change may make a free occurrence busy
    if (!isBusy(event)) return []
    return isChange || !isRepeated(event) ? single(event, window) : repeated(event, window, replaced)
  })
}

const isRepeated = (event: ICAL.Component) => event.hasProperty('rrule') || event.hasProperty('rdate')

function isBusy(event: ICAL.Component): boolean {
  const value = (name: string) => String(event.getFirstPropertyValue(name) ?? '').toUpperCase()
  return (
    value('transp') !== 'TRANSPARENT' &&
    value('status') !== 'CANCELLED' &&
    value('x-microsoft-cdo-busystatus') !== 'FREE' &&
    value('x-apple-ews-busystatus') !== 'FREE'
  )
}

function single(event: ICAL.Component, window: Reading): TimeRange[] {
  const start = event.getFirstProperty('dtstart')
  const from = instantOfProperty(start, window)
  const time = timeOf(start)
  if (!time || from === null) return []
  const length = lengthOf(event, window, from)
  const until = time.isDate
    ? startOfDay(addDays(dateOf(time), Math.round(length / dayMs)), window.zone)
    : from + length
  return counted([{ from, until: Number(until) }], window)
}

function repeated(event: ICAL.Component, window: Reading, replaced: ReadonlySet<number | null>): TimeRange[] {
  const start = event.getFirstProperty('dtstart')
  const first = timeOf(start)
  const begins = instantOfProperty(start, window)
  if (!start || !first || begins === null) return []
  const length = lengthOf(event, window, begins)
  const zone = zoneOf(start, window)
  const days = Math.round(length / dayMs)
  const excluded = exclusions(event, window)
  const found: TimeRange[] = []
  for (const time of occurrences(event, first, zone)) {
    if (++window.counted.steps > mostSteps) throw new CalendarUnread('too_large')
    // the wall clock is at most a day away
    const wall = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
    if (wall > window.until + dayMs) break
    if (wall + length < window.from - 2 * dayMs) continue
    const date = dateOf(time)
    const from = first.isDate ? startOfDay(date, window.zone).getTime() : instantOfTime(time, zone, window)
    if (replaced.has(from) || excluded.instants.has(from) || excluded.dates.has(date)) continue
    const until = first.isDate ? startOfDay(addDays(date, days), window.zone).getTime() : from + length
    found.push({ from, until })
  }
  return counted(found, window)
}

/**
 * On the wall clock of the event's zone, because the library compares an end in UTC with times whose zone it does not
 * know. A rule that cannot be read counts as its first occurrence.
 */
function* occurrences(event: ICAL.Component, first: ICAL.Time, zone: Zone): Generator<ICAL.Time> {
  const start = first.clone()
  start.zone = ICAL.Timezone.localTimezone
  const rules = event.getAllProperties('rrule').map((property) => property.getFirstValue())
  for (const rule of rules)
    if (rule instanceof ICAL.Recur && rule.until?.zone === ICAL.Timezone.utcTimezone)
      rule.until = first.isDate ? rule.until : wallOf(rule.until.toUnixTime() * 1000, zone)
  event.removeAllProperties('exdate')
  let expansion: ICAL.RecurExpansion
  try {
    expansion = new ICAL.RecurExpansion({ component: event, dtstart: start })
  } catch {
    yield start
    return
  }
  for (let time = expansion.next(); time; time = expansion.next()) yield time
}

function exclusions(event: ICAL.Component, window: Reading) {
  const instants = new Set<number>()
  const dates = new Set<string>()
  for (const property of event.getAllProperties('exdate')) {
    const zone = zoneOf(property, window)
    for (const value of property.getValues()) {
      if (!(value instanceof ICAL.Time)) continue
      if (value.isDate) dates.add(dateOf(value))
      else instants.add(instantOfTime(value, zone, window))
    }
  }
  return { instants, dates }
}

/** In milliseconds; an all-day event without an end is one day long, a time without an end takes none. */
function lengthOf(event: ICAL.Component, window: Reading, from: number): number {
  const end = event.getFirstProperty('dtend')
  const start = timeOf(event.getFirstProperty('dtstart'))
  const duration = event.getFirstPropertyValue('duration')
  if (duration instanceof ICAL.Duration) return Math.max(0, duration.toSeconds() * 1000)
  const until = timeOf(end)
  if (!until) return start?.isDate ? dayMs : 0
  if (start?.isDate) return Math.max(1, daysBetween(dateOf(start), dateOf(until))) * dayMs
  return Math.max(0, (instantOfProperty(end, window) ?? from) - from)
}

function counted(times: TimeRange[], window: Reading): TimeRange[] {
  const shown = within(times, window)
  window.counted.times += shown.length
  if (window.counted.times > calendarLimits.times) throw new CalendarUnread('too_large')
  return shown
}

function timeOf(property: ICAL.Property | null): ICAL.Time | null {
  const value = property?.getFirstValue()
  return value instanceof ICAL.Time ? value : null
}

const dateOf = ({ year, month, day }: ICAL.Time) =>
  `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`

/** An IANA name, or a zone that only the file defines (VTIMEZONE), as Outlook's `Eastern Standard Time`. */
type Zone = string | ICAL.Timezone

function zoneOf(property: ICAL.Property, window: Reading): Zone {
  const named = property.getFirstParameter('tzid')
  return ianaName(named) ?? (named && ICAL.TimezoneService.get(named)) ?? window.zone
}

function instantOfProperty(property: ICAL.Property | null, window: Reading): number | null {
  const time = timeOf(property)
  if (!property || !time) return null
  return time.isDate
    ? startOfDay(dateOf(time), window.zone).getTime()
    : instantOfTime(time, zoneOf(property, window), window)
}

function instantOfTime(time: ICAL.Time, zone: Zone, window: Reading): number {
  if (time.zone === ICAL.Timezone.utcTimezone) return time.toUnixTime() * 1000
  if (typeof zone !== 'string') {
    const placed = time.clone()
    placed.zone = zone
    return placed.toUnixTime() * 1000
  }
  const shown = Date.UTC(time.year, time.month - 1, time.day, time.hour, time.minute, time.second)
  const found = offsetsOf(zone, shown, window).find(
    ({ from, until, offset }) => shown - offset >= from && shown - offset < until,
  )
  // a skipped time is later by the gap
  return shown - (found?.offset ?? offsetAt(shown - dayMs, zone))
}

function offsetsOf(zone: string, shown: number, { from, until, counted }: Reading): OffsetSpan[] {
  const around = 3 * dayMs
  if (shown < from - around || shown > until + around)
    return offsetSpans(shown - around, shown + around, zone)
  const known = counted.offsets.get(zone)
  if (known) return known
  const spans = offsetSpans(from - 2 * around, until + 2 * around, zone)
  counted.offsets.set(zone, spans)
  return spans
}

function wallOf(instant: number, zone: Zone): ICAL.Time {
  if (typeof zone !== 'string') {
    const wall = ICAL.Time.fromJSDate(new Date(instant), true).convertToZone(zone)
    wall.zone = ICAL.Timezone.localTimezone
    return wall
  }
  const wall = ICAL.Time.fromJSDate(new Date(instant + offsetAt(instant, zone)), true)
  wall.zone = ICAL.Timezone.localTimezone
  return wall
}

const names = new Map<string, string | null>()

/** Some programs write a path before the name: `/mozilla.org/20050126_1/Europe/Berlin`. */
function ianaName(name: string | undefined): string | null {
  if (!name) return null
  const known = names.get(name)
  if (known !== undefined) return known
  const parts = name.split('/')
  const found =
    [name, parts.slice(-2).join('/'), parts.slice(-3).join('/')].find((each) => isZone(each)) ?? null
  if (names.size < 1000) names.set(name, found)
  return found
}

function isZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    return true
  } catch {
    return false
  }
}
