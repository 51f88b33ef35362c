import { expect, it } from 'vitest'
import { freeUntil, startAfterPaid } from './prepared-start.ts'

const zones = ['America/Toronto', 'America/Vancouver', 'Pacific/Auckland', 'Europe/Zurich', 'UTC']
const hourMs = 3_600_000

it('begins at noon of the first unpaid day in the clinic’s zone, also on the day of a clock change', () => {
  const now = new Date('2026-03-01T12:00:00Z')
  expect(startAfterPaid('2026-03-07', now, 'America/Toronto')?.toISOString()).toBe('2026-03-08T16:00:00.000Z')
  expect(startAfterPaid('2026-03-08', now, 'America/Toronto')?.toISOString()).toBe('2026-03-09T16:00:00.000Z')
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

it('free days end at noon of the clinic’s day, for an evening join too, and never within 48 hours', () => {
  const evening = new Date('2026-03-31T03:00:00Z')
  const until = (days: number) => freeUntil(days, evening, 'America/Vancouver')?.toISOString()
  expect(until(14)).toBe('2026-04-13T19:00:00.000Z')
  expect(until(1)).toBe('2026-04-02T19:00:00.000Z')
  expect(until(0)).toBeUndefined()
})
