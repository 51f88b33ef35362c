import { describe, expect, it } from 'vitest'
import { frozenClock } from './clock.ts'

describe('the adjustable clock', () => {
  it.each([
    ['2026-01-31T10:00:00Z', 'P1M', '2026-02-28T10:00:00.000Z'],
    ['2028-01-31T10:00:00Z', 'P1M', '2028-02-29T10:00:00.000Z'],
    ['2026-03-10T15:00:00Z', 'P1DT2H', '2026-03-11T17:00:00.000Z'],
    ['2026-03-10T15:00:00Z', 'PT90S', '2026-03-10T15:01:30.000Z'],
  ])('moves %s by %s to %s', (start, duration, end) => {
    const clock = frozenClock(start)
    clock.advance(duration)
    expect(clock.now().toISOString()).toBe(end)
  })

  it.each(['-P1D', 'tomorrow', ''])('refuses "%s" and does not move', (duration) => {
    const clock = frozenClock('2026-03-10T15:00:00Z')
    expect(() => clock.advance(duration)).toThrow(RangeError)
    expect(clock.now().toISOString()).toBe('2026-03-10T15:00:00.000Z')
  })

  it('continues from a stored offset', () => {
    const clock = frozenClock('2026-03-10T15:00:00Z')
    clock.setOffset(60_000)
    expect(clock.now().toISOString()).toBe('2026-03-10T15:01:00.000Z')
  })
})
