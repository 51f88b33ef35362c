import fc from 'fast-check'
import { expect, it } from 'vitest'
import { inOrder, type TimeRange } from '#domain/appointments/free-times.ts'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import { addDays, instantsOf, startOfDay, timeOf, weekdayOf } from '#domain/values/zones.ts'
import { busyEvents } from './busy-times.ts'

/*
 * 1,000 random histories of calendars, against a model that counts days: repeated and single events, in zones, at
 * changes of the clocks, with excluded, moved and canceled occurrences, free events and whole days.
 */

const clinicZone = 'America/New_York'
const zones = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney', null] as const
const firstDay = '2026-02-20'
const window = {
  zone: clinicZone,
  from: Date.parse('2026-03-01T00:00:00Z'),
  until: Date.parse('2026-04-12T00:00:00Z'),
}
const days = 60

interface Planned {
  zone: (typeof zones)[number]
  day: number
  minute: number
  length: number
  isAllDay: boolean
  isFree: boolean
  /** In days; null: a single event. */
  every: { days: number; count: number } | null
  /** By number of the occurrence. */
  excluded: number[]
  moved: { occurrence: number; byMinutes: number; isCanceled: boolean }[]
}

const plannedEvent: fc.Arbitrary<Planned> = fc.record({
  zone: fc.constantFrom(...zones),
  day: fc.integer({ min: 0, max: days - 20 }),
  // not in the hours that a change of the clocks skips or repeats
  minute: fc.integer({ min: 5 * 4, max: 22 * 4 }).map((quarter) => quarter * 15),
  length: fc.integer({ min: 1, max: 8 }).map((quarter) => quarter * 15),
  isAllDay: fc.boolean(),
  isFree: fc.integer({ min: 0, max: 9 }).map((of) => of === 0),
  every: fc.option(fc.record({ days: fc.constantFrom(1, 2, 7), count: fc.integer({ min: 1, max: 30 }) })),
  excluded: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
  moved: fc.uniqueArray(
    fc.record({
      occurrence: fc.integer({ min: 1, max: 8 }),
      byMinutes: fc.integer({ min: -8, max: 8 }).map((quarter) => quarter * 15),
      isCanceled: fc.boolean(),
    }),
    { maxLength: 3, selector: ({ occurrence }) => occurrence },
  ),
})

const dateOf = (event: Planned, occurrence: number) =>
  addDays(firstDay, event.day + occurrence * (event.every?.days ?? 0))
const instant = (date: string, minute: number, zone: string) => instantsOf(date, timeOf(minute), zone)[0] ?? 0

function expected(event: Planned): TimeRange[] {
  if (event.isFree) return []
  const zone = event.zone ?? clinicZone
  const count = event.every?.count ?? 1
  return Array.from({ length: count }, (_, occurrence) => occurrence).flatMap((occurrence) => {
    const date = dateOf(event, occurrence)
    const change = event.every && event.moved.find((each) => each.occurrence === occurrence)
    // an exclusion of an occurrence that was changed, too, has no effect on the change
    if (event.every && event.excluded.includes(occurrence) && !change) return []
    if (change?.isCanceled) return []
    if (event.isAllDay) {
      // a change of a whole day moves it by a day
      const shown = change ? addDays(date, 1) : date
      return {
        from: startOfDay(shown, clinicZone).getTime(),
        until: startOfDay(addDays(shown, 1), clinicZone).getTime(),
      }
    }
    const from = instant(date, event.minute, zone) + (change?.byMinutes ?? 0) * minuteMs
    return { from, until: from + event.length * minuteMs }
  })
}

const compact = (date: string) => date.replaceAll('-', '')
const stamp = (ms: number) => new Date(ms).toISOString().replaceAll(/[-:]|\.\d+/g, '')

function written(event: Planned, uid: number): string[] {
  const zone = event.zone ?? clinicZone
  const clock = `T${timeOf(event.minute).replace(':', '')}00`
  const at = (name: string, date: string) =>
    event.isAllDay
      ? `${name};VALUE=DATE:${compact(date)}`
      : `${name}${event.zone ? `;TZID=${event.zone}` : ''}:${compact(date)}${clock}`
  const existing = (occurrence: number) => event.every !== null && occurrence < event.every.count
  const moved = event.moved.filter(({ occurrence }) => existing(occurrence))
  const length = event.isAllDay ? [] : [`DURATION:PT${event.length}M`]
  return [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    at('DTSTART', dateOf(event, 0)),
    ...length,
    ...(event.every ? [`RRULE:FREQ=DAILY;INTERVAL=${event.every.days};COUNT=${event.every.count}`] : []),
    ...event.excluded.filter(existing).map((occurrence) => at('EXDATE', dateOf(event, occurrence))),
    ...(event.isFree ? ['TRANSP:TRANSPARENT'] : []),
    'END:VEVENT',
    ...moved.flatMap(({ occurrence, byMinutes, isCanceled }) => {
      const date = dateOf(event, occurrence)
      const from = instant(date, event.minute, zone) + byMinutes * minuteMs
      return [
        'BEGIN:VEVENT',
        `UID:${uid}`,
        at('RECURRENCE-ID', date),
        event.isAllDay ? `DTSTART;VALUE=DATE:${compact(addDays(date, 1))}` : `DTSTART:${stamp(from)}`,
        ...length,
        ...(isCanceled ? ['STATUS:CANCELLED'] : event.isFree ? ['TRANSP:TRANSPARENT'] : []),
        'END:VEVENT',
      ]
    }),
  ]
}

const inWindow = (times: TimeRange[]) =>
  inOrder(
    times
      .map(({ from, until }) => ({ from: Math.max(from, window.from), until: Math.min(until, window.until) }))
      .filter(({ from, until }) => from < until),
  )

// 1,000 in parts, so that no part exceeds the time limit of a test
it.each([1, 2, 3, 4, 5])('part %i of 1,000 random calendars has the busy times of the model', () => {
  fc.assert(
    fc.property(fc.array(plannedEvent, { minLength: 1, maxLength: 6 }), (events) => {
      const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', ...events.flatMap(written), 'END:VCALENDAR'].join(
        '\r\n',
      )
      const read = busyEvents(text, window).flatMap(({ times }) => times)
      expect(inWindow(read)).toEqual(inWindow(events.flatMap(expected)))
    }),
    { numRuns: 200 },
  )
})

it('the weekdays of a weekly rule are those of the event’s zone', () => {
  const text = [
    'BEGIN:VCALENDAR',
    'BEGIN:VEVENT',
    'UID:1',
    'DTSTART;TZID=Australia/Sydney:20260302T080000',
    'DURATION:PT30M',
    'RRULE:FREQ=WEEKLY;BYDAY=MO,TH;COUNT=8',
    'END:VEVENT',
    'END:VCALENDAR',
  ].join('\r\n')
  const [event] = busyEvents(text, window)
  const model = Array.from({ length: 4 * 7 }, (_, index) => addDays('2026-03-02', index))
    .filter((date) => [1, 4].includes(weekdayOf(date)))
    .map((date) => instant(date, 8 * 60, 'Australia/Sydney'))
  expect(event?.times.map(({ from }) => from)).toEqual(model)
  expect(model.at(-1)).toBeLessThan(window.from + 31 * dayMs)
})
