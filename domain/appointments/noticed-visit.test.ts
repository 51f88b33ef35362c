import { expect, it } from 'vitest'
import { visitLine } from './noticed-visit.ts'

const visit = {
  ...{ startsAt: '2026-12-01T14:00:00Z', timeZone: 'America/New_York', date: '2026-12-01' },
  ...{ status: 'upcoming', providerName: 'Maya Okafor' },
}
const line = (kind: Parameters<typeof visitLine>[0], changes: Partial<typeof visit> | object = {}) =>
  visitLine(kind, { ...visit, ...changes }, { today: '2026-11-29', ownZone: visit.timeZone }).replaceAll(
    /\s/g,
    ' ',
  )

it.each([
  ['appointment_moved', 'Now Tue, Dec 1, 9:00 AM, with Maya Okafor'],
  ['appointment_handed_over', 'Now Tue, Dec 1, 9:00 AM, with Maya Okafor'],
  ['appointment_booked', 'Tue, Dec 1, 9:00 AM, with Maya Okafor'],
  ['appointment_requested', 'Tue, Dec 1, 9:00 AM, with Maya Okafor'],
] as const)('%s names the time and the provider', (kind, text) => {
  expect(line(kind)).toBe(text)
})

it('says that a visit was canceled since, and names no provider without one', () => {
  expect(line('appointment_moved', { status: 'canceled' })).toBe('Canceled since')
  expect(line('appointment_canceled', { status: 'canceled', providerName: null })).toBe('Tue, Dec 1, 9:00 AM')
})
