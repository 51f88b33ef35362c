import { expect, test } from 'vitest'
import { dateOrNull, daysOf, firstWeekday, stepFrom, weekdaysFrom } from './period.ts'

test('a week begins as in the clinic’s country, and a month has six whole weeks', () => {
  expect(['usd', 'cad', 'gbp', 'eur', 'aud'].map(firstWeekday)).toEqual([7, 7, 1, 1, 1])
  expect(weekdaysFrom(7)[0]).toBe(7)
  expect(daysOf('day', '2026-03-04', 7)).toEqual(['2026-03-04'])
  const ends = (days: string[]) => [days[0], days.at(-1), days.length]
  // March 1, 2026 is a Sunday
  expect(ends(daysOf('week', '2026-03-04', 7))).toEqual(['2026-03-01', '2026-03-07', 7])
  expect(ends(daysOf('week', '2026-03-01', 7))).toEqual(['2026-03-01', '2026-03-07', 7])
  expect(ends(daysOf('week', '2026-03-01', 1))).toEqual(['2026-02-23', '2026-03-01', 7])
  expect(ends(daysOf('month', '2026-05-31', 7))).toEqual(['2026-04-26', '2026-06-06', 42])
  expect(ends(daysOf('month', '2026-05-31', 1))).toEqual(['2026-04-27', '2026-06-07', 42])
})

test('a step of a month from the 31st ends on the last day of a shorter month', () => {
  expect(stepFrom('month', '2026-01-31', 1)).toBe('2026-02-28')
  expect(stepFrom('month', '2026-03-31', -1)).toBe('2026-02-28')
  expect(stepFrom('month', '2026-12-15', 1)).toBe('2027-01-15')
  expect(stepFrom('week', '2026-12-28', 1)).toBe('2027-01-04')
  expect(stepFrom('day', '2026-03-01', -1)).toBe('2026-02-28')
})

test('reads only valid dates from an address', () => {
  expect(dateOrNull('2028-02-29')).toBe('2028-02-29')
  for (const text of [null, '', '2026-02-29', '2026-13-01', 'tomorrow', '2026-1-1', '9999999-01-01'])
    expect(dateOrNull(text)).toBeNull()
})
