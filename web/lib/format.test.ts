import { expect, test } from 'vitest'
import {
  formatDate,
  formatMoney,
  formatMonth,
  formatPercent,
  formatPrice,
  formatTime,
  hourIn,
} from './format.ts'

test('money shows its cents, large prices only when there are any', () => {
  expect(formatMoney(4_900)).toBe('$49.00')
  expect(formatMoney(-145_075, 'USD')).toBe('-$1,450.75')
  expect(formatPrice(4_900)).toBe('$49')
  expect(formatPrice(4_950)).toBe('$49.50')
  expect(formatMoney(1_000, 'cad')).toBe('CA$10.00')
})

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

test('percentages are rounded to one decimal', () => {
  expect([formatPercent(0.12), formatPercent(0.1234)]).toEqual(['12%', '12.3%'])
})
