import { expect, it } from 'vitest'
import { busyEvents } from './busy-times.ts'

const zone = 'America/New_York'
const window = { zone, from: Date.parse('2026-03-01T00:00:00Z'), until: Date.parse('2026-04-01T00:00:00Z') }

const calendar = (...lines: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) =>
  ['BEGIN:VEVENT', 'UID:a@example.com', ...lines, 'END:VEVENT'].join('\r\n')
const timesOf = (text: string) =>
  busyEvents(text, window)
    .flatMap(({ times }) => times)
    .sort((a, b) => a.from - b.from)
    .map(({ from, until }) => `${new Date(from).toISOString()} ${(until - from) / 60_000}`)

it.each([
  ['in UTC', ['DTSTART:20260310T150000Z', 'DTEND:20260310T154500Z'], ['2026-03-10T15:00:00.000Z 45']],
  [
    'in a named zone',
    ['DTSTART;TZID=Europe/Berlin:20260310T090000', 'DURATION:PT30M'],
    ['2026-03-10T08:00:00.000Z 30'],
  ],
  [
    'without a zone: the clinic’s',
    ['DTSTART:20260310T090000', 'DTEND:20260310T100000'],
    ['2026-03-10T13:00:00.000Z 60'],
  ],
  [
    'of a whole day: the clinic’s day, here of 23 hours',
    ['DTSTART;VALUE=DATE:20260308'],
    ['2026-03-08T05:00:00.000Z 1380'],
  ],
  [
    'of several days',
    ['DTSTART;VALUE=DATE:20260310', 'DTEND;VALUE=DATE:20260312'],
    ['2026-03-10T04:00:00.000Z 2880'],
  ],
  [
    'that is marked as free',
    ['DTSTART:20260310T150000Z', 'DTEND:20260310T160000Z', 'TRANSP:TRANSPARENT'],
    [],
  ],
  [
    'that Outlook marks as free',
    ['DTSTART:20260310T150000Z', 'DURATION:PT1H', 'X-MICROSOFT-CDO-BUSYSTATUS:FREE'],
    [],
  ],
  ['that was canceled', ['DTSTART:20260310T150000Z', 'DTEND:20260310T160000Z', 'STATUS:CANCELLED'], []],
  ['that takes no time', ['DTSTART:20260310T150000Z'], []],
  [
    'that begins before the window',
    ['DTSTART:20260228T230000Z', 'DTEND:20260301T010000Z'],
    ['2026-03-01T00:00:00.000Z 60'],
  ],
])('an event %s', (_, lines, expected) => {
  expect(timesOf(calendar(event(...lines)))).toEqual(expected)
})

it('repeats an event on the wall clock of its zone, over a change of the clocks', () => {
  const text = calendar(
    event('DTSTART;TZID=America/New_York:20260305T090000', 'DURATION:PT1H', 'RRULE:FREQ=WEEKLY;COUNT=2'),
  )
  expect(timesOf(text)).toEqual(['2026-03-05T14:00:00.000Z 60', '2026-03-12T13:00:00.000Z 60'])
})

it('includes the last occurrence of a rule that ends in UTC, east of it', () => {
  const text = calendar(
    event(
      'DTSTART;TZID=Europe/Berlin:20260302T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;UNTIL=20260303T080000Z',
    ),
  )
  expect(timesOf(text)).toEqual(['2026-03-02T08:00:00.000Z 60', '2026-03-03T08:00:00.000Z 60'])
})

it('reads a zone that only the file defines', () => {
  const text = calendar(
    'BEGIN:VTIMEZONE\r\nTZID:Eastern Standard Time',
    'BEGIN:STANDARD\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:-0400\r\nTZOFFSETTO:-0500\r\nRRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11\r\nEND:STANDARD',
    'BEGIN:DAYLIGHT\r\nDTSTART:16010101T020000\r\nTZOFFSETFROM:-0500\r\nTZOFFSETTO:-0400\r\nRRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3\r\nEND:DAYLIGHT',
    'END:VTIMEZONE',
    event(
      'DTSTART;TZID=Eastern Standard Time:20260305T170000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;UNTIL=20260312T210000Z',
    ),
  )
  expect(busyEvents(text, { ...window, zone: 'Asia/Tokyo' })[0]?.times.map(({ from }) => from)).toEqual([
    Date.parse('2026-03-05T22:00:00Z'),
    Date.parse('2026-03-12T21:00:00Z'),
  ])
})

it('leaves out, moves and frees single occurrences', () => {
  const text = calendar(
    event(
      'DTSTART;TZID=America/New_York:20260302T090000',
      'DURATION:PT1H',
      'RRULE:FREQ=DAILY;COUNT=5',
      'EXDATE;TZID=America/New_York:20260303T090000',
    ),
    event(
      'RECURRENCE-ID;TZID=America/New_York:20260304T090000',
      'DTSTART:20260304T200000Z',
      'DURATION:PT30M',
    ),
    event('RECURRENCE-ID:20260305T140000Z', 'DTSTART:20260305T140000Z', 'DURATION:PT1H', 'STATUS:CANCELLED'),
  )
  expect(timesOf(text)).toEqual([
    '2026-03-02T14:00:00.000Z 60',
    '2026-03-04T20:00:00.000Z 30',
    '2026-03-06T14:00:00.000Z 60',
  ])
})

it.each([
  ['<html>Sign in</html>', 'not_a_calendar'],
  ['BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nnonsense', 'not_a_calendar'],
  [
    calendar(
      ...Array.from({ length: 40 }, () =>
        event('DTSTART:20000101T000000Z', 'DURATION:PT1M', 'RRULE:FREQ=HOURLY'),
      ),
    ),
    'too_large',
  ],
])('refuses %.20s', (text, reason) => {
  expect(() => busyEvents(text, window)).toThrow(expect.objectContaining({ reason }))
})
