import { expect, test } from 'vitest'
import { openingHoursInput } from './inputs.ts'
import {
  nextOpenTime,
  type OpeningSpan,
  openingLines,
  unstaffedEnds,
  weekdays,
  withBreak,
} from './opening-hours.ts'

const span = (day: OpeningSpan['day'], opens: string, closes: string): OpeningSpan => ({ day, opens, closes })

test('days with equal hours share a line, also closed days', () => {
  const week = weekdays.slice(0, 4).map((day) => span(day, '08:30', '17:00'))
  expect(openingLines([...week, span(5, '13:00', '16:00'), span(5, '08:30', '12:00')])).toEqual([
    { days: 'Monday to Thursday', times: '8:30 AM to 5:00 PM' },
    { days: 'Friday', times: '8:30 AM to 12:00 PM, 1:00 PM to 4:00 PM' },
    { days: 'Saturday and Sunday', times: 'Closed' },
  ])
})

test('shows nothing without hours', () => expect(openingLines([])).toEqual([]))

test.each([
  ['ends before it starts', [span(1, '17:00', '08:00')], [[0, 'closes']]],
  ['overlaps', [span(1, '08:00', '12:00'), span(1, '11:00', '15:00')], [[1, 'closes']]],
  [
    'is no time',
    [span(1, '8:00', '24:00')],
    [
      [0, 'opens'],
      [0, 'closes'],
    ],
  ],
])('refuses a span that %s at its field', (_, hours, paths) => {
  const { error } = openingHoursInput.safeParse(hours)
  expect(error?.issues.map(({ path }) => path)).toEqual(paths)
})

test('names the day of wrong hours', () => {
  const messagesOf = (hours: ReturnType<typeof span>[]) =>
    openingHoursInput.safeParse(hours).error?.issues.map(({ message }) => message)
  expect(messagesOf([span(5, '17:00', '08:00')])).toEqual([
    'Friday: the closing time must be after the opening time.',
  ])
  expect(messagesOf([span(2, '08:00', '12:00'), span(2, '11:00', '15:00')])).toEqual([
    'Tuesday: these hours overlap with other hours of the day.',
  ])
})

test('allows adjacent spans, and equal spans on other days', () => {
  const hours = [span(1, '08:00', '12:00'), span(1, '12:00', '15:00'), span(2, '08:00', '15:00')]
  expect(openingHoursInput.safeParse(hours).success).toBe(true)
})

test.each([
  ['at noon', ['08:00', '17:00'], ['08:00', '12:00', '13:00', '17:00']],
  ['in the middle of a morning', ['09:00', '12:00'], ['09:00', '10:00', '11:00', '12:00']],
  ['not in a short day', ['09:00', '10:30'], null],
])('a break closes the clinic for an hour %s', (_, [opens = '', closes = ''], times) => {
  const spans = withBreak([span(7, opens, closes)])
  expect(spans?.flatMap((each) => [each.opens, each.closes]) ?? null).toEqual(times)
})

test('names the ends of an opening day at which no provider works, and no break or closed day', () => {
  const worked = [span(5, '09:00', '13:00'), span(5, '08:30', '11:00'), span(1, '08:00', '17:00')]
  const open = [span(1, '08:00', '12:00'), span(1, '13:00', '17:00'), span(5, '08:00', '15:00')]
  expect(unstaffedEnds([...open, span(6, '09:00', '12:00')], worked)).toEqual([
    { day: 5, before: '08:30', after: '13:00' },
  ])
  expect(unstaffedEnds([span(5, '08:30', '13:00')], worked)).toEqual([])
})

test('the next open time is the next half hour of the hours, or when the clinic opens next', () => {
  const hours = [span(1, '08:30', '12:30'), span(2, '08:30', '12:30'), span(1, '13:30', '17:30')]
  // March 16, 2026 is a Monday
  const at = (time: string, date = '2026-03-16') => {
    const found = nextOpenTime(hours, { date, time })
    return `${found?.date} ${found?.time}`
  }
  expect(at('06:10')).toBe('2026-03-16 08:30')
  expect(at('09:10')).toBe('2026-03-16 09:30')
  expect(at('12:40')).toBe('2026-03-16 13:30')
  expect(at('17:10')).toBe('2026-03-17 08:30')
  expect(at('23:50')).toBe('2026-03-17 08:30')
  // a Tuesday after hours, and a Sunday
  expect(at('15:00', '2026-03-17')).toBe('2026-03-23 08:30')
  expect(at('15:00', '2026-03-22')).toBe('2026-03-23 08:30')
  expect(nextOpenTime([], { date: '2026-03-22', time: '15:05' })).toBeNull()
})
