import { expect, test } from 'vitest'
import { fits, joinWaitlistInput, type WaitlistWish } from './waitlist.ts'

const zone = 'America/New_York'
const any: WaitlistWish = { days: [], opens: null, closes: null, until: '2026-03-20', before: null }
// Monday, nine in New York.
const at = Date.parse('2026-03-16T13:00:00Z')

test('a time fits by day, hours, last day and the visit it replaces, in the clinic’s zone', () => {
  expect(fits(any, at, 30, zone)).toBe(true)
  expect(fits({ ...any, days: [1, 3] }, at, 30, zone)).toBe(true)
  expect(fits({ ...any, days: [2] }, at, 30, zone)).toBe(false)
  expect(fits({ ...any, opens: '09:00', closes: '09:30' }, at, 30, zone)).toBe(true)
  expect(fits({ ...any, opens: '09:00', closes: '09:30' }, at, 45, zone)).toBe(false)
  expect(fits({ ...any, opens: '09:15', closes: '12:00' }, at, 30, zone)).toBe(false)
  expect(fits({ ...any, until: '2026-03-15' }, at, 30, zone)).toBe(false)
  expect(fits({ ...any, before: at }, at, 30, zone)).toBe(false)
  expect(fits({ ...any, before: at + 1 }, at, 30, zone)).toBe(true)
  // Still the evening of the 20th in New York.
  expect(fits(any, Date.parse('2026-03-21T02:00:00Z'), 30, zone)).toBe(true)
})

test('hours are two times in order, or none', () => {
  const form = {
    appointmentType: 'checkup',
    providerId: '',
    appointmentId: null,
    days: [],
    until: '2026-03-20',
  }
  const parses = (opens: string | null, closes: string | null) =>
    joinWaitlistInput.safeParse({ ...form, opens, closes }).success
  expect([parses(null, null), parses('09:00', '12:00')]).toEqual([true, true])
  expect([parses('09:00', null), parses('12:00', '09:00'), parses('9', '12:00')]).toEqual([
    false,
    false,
    false,
  ])
})
