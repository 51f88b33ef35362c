import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dayMs, minuteMs } from '#domain/values/durations.ts'
import { addDays, timeOf, weekdayOf } from '#domain/values/zones.ts'
import {
  clinicZone,
  dateOf,
  expected,
  instant,
  inWindow,
  type Planned,
  plannedEvent,
  window,
} from '#testing/calendars/planned-calendars.ts'
import { busyEvents } from './busy-times.ts'

/* 1,000 random calendars as files, against the model of testing/planned-calendars.ts. */

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
