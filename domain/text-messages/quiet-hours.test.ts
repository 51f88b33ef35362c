import { describe, expect, it } from 'vitest'
import { quietUntil, zonesOf } from './quiet-hours.ts'

const until = (now: string, ...zones: string[]) => quietUntil(new Date(now), zones)?.toISOString() ?? null

describe('a text message waits', () => {
  it('from nine in the evening to eight in the morning in the patient’s zone', () => {
    // New York is four hours behind in July.
    expect(until('2026-07-01T11:59:00Z', 'America/New_York')).toBe('2026-07-01T12:00:00.000Z')
    expect(until('2026-07-01T12:00:00Z', 'America/New_York')).toBeNull()
    expect(until('2026-07-02T00:59:00Z', 'America/New_York')).toBeNull()
    expect(until('2026-07-02T01:00:00Z', 'America/New_York')).toBe('2026-07-02T12:00:00.000Z')
  })

  it('until it is day in both zones of a state', () => {
    const florida = zonesOf('Florida', 'Europe/Berlin')
    expect(until('2026-07-01T12:30:00Z', ...florida)).toBe('2026-07-01T13:00:00.000Z')
  })

  it('an hour less on the night when the clocks go forward', () => {
    expect(until('2026-03-08T05:30:00Z', 'America/New_York')).toBe('2026-03-08T12:00:00.000Z')
    expect(until('2026-11-01T04:30:00Z', 'America/New_York')).toBe('2026-11-01T13:00:00.000Z')
  })

  it('by the clinic’s zone if the patient’s is unknown', () => {
    expect(zonesOf(null, 'Europe/Berlin')).toEqual(['Europe/Berlin'])
    expect(zonesOf('Ontario', 'America/Toronto')).toEqual(['America/Toronto'])
    expect(zonesOf(' ny ', 'Europe/Berlin')).toEqual(['America/New_York'])
  })

  it('also in a zone with an offset of half an hour', () => {
    expect(until('2026-07-01T02:10:00Z', 'Asia/Kolkata')).toBe('2026-07-01T02:30:00.000Z')
  })
})
