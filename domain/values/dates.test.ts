import { expect, test } from 'vitest'
import {
  dateInText,
  formatClock,
  formatDate,
  formatMoment,
  formatMonth,
  formatTime,
  hourIn,
  relativeTime,
} from './dates.ts'

// spec: B1 Dates use the short US format
test('a calendar date is the same day in every zone', () => {
  expect(formatDate('2027-03-04', 'America/Los_Angeles')).toBe('Mar 4, 2027')
  expect(formatDate('2027-03-04', 'Pacific/Auckland')).toBe('Mar 4, 2027')
  expect(formatMonth('2027-03')).toBe('March 2027')
})

test('an instant has a date in the clinic’s zone', () => {
  expect(formatDate('2027-03-04T02:30:00Z', 'America/New_York')).toBe('Mar 3, 2027')
  expect(formatTime('2027-03-04T15:42:00Z', 'America/New_York').replace(/\s/, ' ')).toBe('10:42 AM')
  expect(hourIn(new Date('2027-03-04T05:30:00Z'), 'America/New_York')).toBe(0)
})

test('a time names its zone only if it differs from the reader’s', () => {
  const at = '2026-11-22T12:40:00Z'
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  expect(plain(formatClock(at, 'America/New_York', 'America/New_York'))).toBe('7:40 AM')
  // Toronto's clock shows the same time.
  expect(plain(formatClock(at, 'America/Toronto', 'America/New_York'))).toBe('7:40 AM')
  expect(plain(formatClock(at, 'America/New_York', 'Europe/Berlin'))).toBe('7:40 AM EST')
  expect(plain(formatClock(at, undefined, 'Europe/Berlin'))).toBe('1:40 PM')
})

test('a moment is a time today in the clinic’s zone, else a date', () => {
  const plain = (now: string) =>
    formatMoment('2026-11-22T02:40:00Z', new Date(now), 'America/New_York').replaceAll(/\s/g, ' ')
  expect(plain('2026-11-21T15:00:00Z')).toMatch(/^9:40 PM( EST)?$/)
  expect(plain('2026-11-22T15:00:00Z')).toBe('Nov 21, 2026')
})

test('a date in running text does not break', () => {
  expect(dateInText('2027-03-04')).toBe('Mar\u00A04,\u00A02027')
})

// spec: B9 Relative time is in hours up to 24, then a date
// spec: B2.9 An action is hours ago under 24 h, else has a short date
test.each([
  ['2027-03-04T11:40:00Z', 'Less than an hour ago'],
  // A clock slightly ahead.
  ['2027-03-04T12:01:00Z', 'Less than an hour ago'],
  ['2027-03-04T10:59:00Z', '1 hour ago'],
  ['2027-03-03T12:01:00Z', '23 hours ago'],
  ['2027-03-03T12:00:00Z', 'Mar 3, 2027'],
  ['2027-03-03T02:00:00Z', 'Mar 2, 2027'],
])('%s is %s', (instant, text) => {
  expect(relativeTime(instant, new Date('2027-03-04T12:00:00Z'), 'America/Toronto')).toBe(text)
})
