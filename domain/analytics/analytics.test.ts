import { expect, it } from 'vitest'
import { lastMondays, percent } from './analytics.ts'

it('weeks begin on Monday, also across the end of a year', () => {
  expect(lastMondays('2027-01-03', 3)).toEqual(['2026-12-14', '2026-12-21', '2026-12-28'])
  expect(lastMondays('2027-01-04', 2)).toEqual(['2026-12-28', '2027-01-04'])
})

it('has no share of zero', () => {
  expect(percent(1, 3)).toBe(33)
  expect(percent(0, 0)).toBeNull()
})
