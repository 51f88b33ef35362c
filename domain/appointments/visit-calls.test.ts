import { expect, it } from 'vitest'
import { callsUntil } from './visit-calls.ts'

const weekdays = [1, 2, 3, 4, 5]

it.each([
  ['Tuesday', '2026-03-10', weekdays, [], '2026-03-12'],
  ['Thursday, over the weekend', '2026-03-12', weekdays, [], '2026-03-16'],
  ['Friday, with hours on Saturday', '2026-03-13', [...weekdays, 6], [], '2026-03-16'],
  ['a holiday', '2026-03-10', weekdays, [{ startsOn: '2026-03-11', endsOn: '2026-03-11' }], '2026-03-13'],
  ['no hours: Monday to Friday', '2026-03-13', [], [], '2026-03-17'],
  [
    'a long holiday: two weeks',
    '2026-03-10',
    weekdays,
    [{ startsOn: '2026-01-01', endsOn: '2026-12-31' }],
    '2026-03-24',
  ],
])('counts two working days from %s', (_, today, days, closed, until) => {
  expect(callsUntil(today, days, closed)).toBe(until)
})
