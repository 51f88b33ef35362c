import { expect, it } from 'vitest'
import { remindersDue } from './confirmation-reminders.ts'

it.each([
  ['2026-03-02T08:59:00Z', 0],
  ['2026-03-02T09:00:00Z', 1],
  ['2026-03-04T08:59:00Z', 1],
  ['2026-03-04T09:00:00Z', 2],
  ['2026-03-08T09:00:00Z', 3],
  ['2026-04-08T09:00:00Z', 3],
])('at %s, %i reminders are due for an address of March 1, 9:00', (now, due) => {
  expect(remindersDue(new Date('2026-03-01T09:00:00Z'), new Date(now))).toBe(due)
})
