import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { instantsOf, offsetSpans, wallClock } from './zones.ts'

describe('the clock on the wall', () => {
  it.each([
    ['an ordinary day', '2026-07-01', '09:30', 'America/New_York', ['2026-07-01T13:30:00.000Z']],
    ['a time that the spring night skips', '2026-03-08', '02:30', 'America/New_York', []],
    [
      'a time that the autumn night repeats',
      '2026-11-01',
      '01:30',
      'America/New_York',
      ['2026-11-01T05:30:00.000Z', '2026-11-01T06:30:00.000Z'],
    ],
    [
      'half an hour of summer time',
      '2026-04-05',
      '01:45',
      'Australia/Lord_Howe',
      ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z'],
    ],
    ['a date that the date line took', '2011-12-30', '12:00', 'Pacific/Apia', []],
    ['far east of it', '2026-06-01', '08:00', 'Pacific/Kiritimati', ['2026-05-31T18:00:00.000Z']],
  ])('shows %s', (_, date, time, zone, instants) => {
    expect(instantsOf(date, time, zone).map((each) => new Date(each).toISOString())).toEqual(instants)
  })

  it('agrees with Temporal at any instant, and back', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    fc.assert(
      fc.property(
        fc.constantFrom(...zones),
        fc.integer({ min: Date.UTC(1995, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 }),
        (zone, minutes) => {
          const instant = minutes * 60_000
          const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
          const { date, time } = wallClock(instant, zone)
          expect(`${date}T${time}`).toBe(zoned.toPlainDateTime().toString().slice(0, 16))
          if (zoned.offsetNanoseconds % 60e9 === 0) expect(instantsOf(date, time, zone)).toContain(instant)
        },
      ),
      { numRuns: 300 },
    )
  })

  it('changes when the rules of the zone did', () => {
    const [winter, summer, ...others] = offsetSpans(
      Date.UTC(2026, 2, 1),
      Date.UTC(2026, 3, 1),
      'America/New_York',
    )
    expect(others).toEqual([])
    expect(winter?.until).toBe(Date.parse('2026-03-08T07:00:00Z'))
    expect(summer?.offset).toBe(-4 * 60 * 60_000)
  })

  it('changes no zone twice within a day, so that steps of a day find every change', () => {
    const end = Date.UTC(2050, 0)
    for (const zone of Intl.supportedValuesOf('timeZone')) {
      let last = Number.NEGATIVE_INFINITY
      let at: Temporal.ZonedDateTime | null =
        Temporal.Instant.from('1970-01-01T00:00Z').toZonedDateTimeISO(zone)
      while (at && at.epochMilliseconds < end) {
        expect(at.epochMilliseconds - last, zone).toBeGreaterThan(86_400_000)
        last = at.epochMilliseconds
        at = at.getTimeZoneTransition('next')
      }
    }
  })
})
