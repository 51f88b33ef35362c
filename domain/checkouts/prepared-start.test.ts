import { expect, it } from 'vitest'
import { startAfterPaid } from './prepared-start.ts'

const zones = ['America/Toronto', 'America/Vancouver', 'Pacific/Auckland', 'Europe/Zurich', 'UTC']
const hourMs = 3_600_000

it('begins with the first unpaid day in the clinic’s zone, also on the night of a clock change', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  expect(startAfterPaid('2026-03-07', now, 'America/Toronto')?.toISOString()).toBe('2026-03-08T05:00:00.000Z')
  expect(startAfterPaid('2026-03-08', now, 'America/Toronto')?.toISOString()).toBe('2026-03-09T04:00:00.000Z')
})

it('is over after the last paid day', () => {
  expect(startAfterPaid('2026-03-01', new Date('2026-03-02T04:59:59Z'), 'America/Toronto')).not.toBeNull()
  expect(startAfterPaid('2026-03-01', new Date('2026-03-02T05:00:00Z'), 'America/Toronto')).toBeNull()
})

it.each(zones)(
  'is at least 48 hours ahead, at most three days after the paid time, and constant for a day: %s',
  (zone) => {
    for (let hour = 0; hour < 24 * 400; hour += 7) {
      const now = new Date(Date.parse('2026-01-01T00:00:00Z') + hour * hourMs)
      const start = startAfterPaid(now.toISOString().slice(0, 10), now, zone)
      if (!start) continue
      const ahead = (start.getTime() - now.getTime()) / hourMs
      expect(ahead).toBeGreaterThanOrEqual(48)
      expect(ahead).toBeLessThanOrEqual(97)
    }
  },
)
