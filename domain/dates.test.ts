import { expect, test } from 'vitest'
import { formatDate, formatMonth, formatTime, hourIn } from './dates.ts'

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
