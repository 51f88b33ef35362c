import { expect, test } from 'vitest'
import { dateInText, formatClock, formatDate, formatMonth, formatTime, hourIn } from './dates.ts'

test('a calendar date is the same day in every zone', () => {
  expect(formatDate('2027-03-04', 'America/Los_Angeles')).toBe('Mar 4, 2027')
  expect(formatDate('2027-03-04', 'Pacific/Auckland')).toBe('Mar 4, 2027')
  expect(formatMonth('2027-03')).toBe('March 2027')
})

test('an instant is read in the clinic’s zone', () => {
  expect(formatDate('2027-03-04T02:30:00Z', 'America/New_York')).toBe('Mar 3, 2027')
  expect(formatTime('2027-03-04T15:42:00Z', 'America/New_York').replace(/\s/, ' ')).toBe('10:42 AM')
  expect(hourIn(new Date('2027-03-04T05:30:00Z'), 'America/New_York')).toBe(0)
})

test('a time names its zone only where it differs from the reader’s own', () => {
  const at = '2026-11-22T12:40:00Z'
  const plain = (text: string) => text.replaceAll(/\s/g, ' ')
  expect(plain(formatClock(at, 'America/New_York', 'America/New_York'))).toBe('7:40 AM')
  // Toronto's clock reads the same
  expect(plain(formatClock(at, 'America/Toronto', 'America/New_York'))).toBe('7:40 AM')
  expect(plain(formatClock(at, 'America/New_York', 'Europe/Berlin'))).toBe('7:40 AM EST')
  expect(plain(formatClock(at, undefined, 'Europe/Berlin'))).toBe('1:40 PM')
})

test('a date in running text does not break', () => {
  expect(dateInText('2027-03-04')).toBe('Mar\u00A04,\u00A02027')
})
