import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, instantsOf, minutesOf, wallClock } from '../values/zones.ts'
import {
  firstAvailable,
  freeTimes,
  noticeFor,
  type ProviderSchedule,
  slotMinutes,
  workingSpans,
} from './free-times.ts'

const minute = 60_000
const always = { validFrom: '2000-01-01', validUntil: null }
const anyTime = { earliest: null, latest: null }
const half = { durationMinutes: 30, beforeMinutes: 0, afterMinutes: 0 }

const provider = (changes: Partial<ProviderSchedule> = {}): ProviderSchedule => ({
  id: 'ann',
  hours: [{ day: 1, opens: '09:00', closes: '10:30', ...always }],
  exceptions: [],
  busy: [],
  ...changes,
})
const shown = (
  providers: ProviderSchedule[],
  changes: Partial<Parameters<typeof freeTimes>[0]> = {},
  zone = 'America/New_York',
) =>
  freeTimes({ zone, from: '2026-03-16', days: 1, visit: half, providers, notice: anyTime, ...changes }).map(
    ({ startsAt }) => wallClock(startsAt, zone).time,
  )
const at = (date: string, time: string, zone = 'America/New_York') =>
  instantsOf(date, time, zone)[0] ?? Number.NaN

describe('free times', () => {
  it('begin every quarter of an hour and end within the hours', () => {
    expect(shown([provider()])).toEqual(['09:00', '09:15', '09:30', '09:45', '10:00'])
  })

  it('avoid taken times, including the buffers of the visit', () => {
    const busy = [{ from: at('2026-03-16', '09:30'), until: at('2026-03-16', '09:45') }]
    expect(shown([provider({ busy })])).toEqual(['09:00', '09:45', '10:00'])
    const withTimeAround = { durationMinutes: 30, beforeMinutes: 15, afterMinutes: 15 }
    expect(shown([provider({ busy })], { visit: withTimeAround })).toEqual(['10:00'])
    expect(shown([provider()], { busyForPatient: busy })).toEqual(['09:00', '09:45', '10:00'])
  })

  it('respect days off, events, extra hours and the validity of hours', () => {
    const off = (changes: object = {}) => ({
      kind: 'off' as const,
      startsOn: '2026-03-16',
      endsOn: '2026-03-16',
      opens: null,
      closes: null,
      ...changes,
    })
    expect(shown([provider({ exceptions: [off()] })])).toEqual([])
    expect(shown([provider({ exceptions: [off({ opens: '09:00', closes: '09:40' })] })])).toEqual([
      '09:40',
      '09:55',
    ])
    expect(shown([provider({ exceptions: [off({ kind: 'extra', opens: '10:30', closes: '11:00' })] })])).toEqual([
      '09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30',
    ]) // biome-ignore format: one line reads better
    const hours = [{ day: 1, opens: '09:00', closes: '10:00', validFrom: '2026-03-17', validUntil: null }]
    expect(shown([provider({ hours })])).toEqual([])
    expect(shown([provider({ hours })], { from: '2026-03-23' })).toHaveLength(3)
  })

  it('lie within the notice; the last day counts whole in the clinic’s zone', () => {
    const now = new Date(at('2026-03-16', '08:50'))
    const notice = noticeFor(now, { minNoticeMinutes: 30, maxNoticeDays: 7 }, 'America/New_York')
    expect(shown([provider()], { notice })).toEqual(['09:30', '09:45', '10:00'])
    expect(shown([provider()], { notice, from: '2026-03-23' })).toHaveLength(5)
    expect(shown([provider()], { notice, from: '2026-03-30' })).toEqual([])
  })

  it('skip 02:30 when the clocks go forward, and have 01:30 twice when they go back', () => {
    const nights = provider({ hours: [{ day: 7, opens: '01:00', closes: '04:00', ...always }] })
    expect(shown([nights], { from: '2026-03-08' })).toEqual([
      '01:00', '01:15', '01:30', '01:45', '03:00', '03:15', '03:30',
    ]) // biome-ignore format: one line reads better
    const autumn = freeTimes({
      zone: 'America/New_York',
      from: '2026-11-01',
      days: 1,
      visit: half,
      providers: [nights],
      notice: anyTime,
    })
    const halfPastOne = autumn.filter(
      ({ startsAt }) => wallClock(startsAt, 'America/New_York').time === '01:30',
    )
    expect(halfPastOne.map(({ startsAt }) => new Date(startsAt).toISOString())).toEqual([
      '2026-11-01T05:30:00.000Z',
      '2026-11-01T06:30:00.000Z',
    ])
  })

  it('are empty on a date that a zone skipped', () => {
    const daily = provider({ hours: [{ day: 5, opens: '09:00', closes: '10:00', ...always }] })
    expect(shown([daily], { from: '2011-12-30' }, 'Pacific/Apia')).toEqual([])
    expect(shown([daily], { from: '2011-12-23' }, 'Pacific/Apia')).toHaveLength(3)
  })
})

const zones = [
  'America/New_York',
  'America/Vancouver',
  'Europe/London',
  'Australia/Lord_Howe', // Summer time of half an hour.
  'Asia/Kathmandu',
  'Pacific/Apia',
  'Pacific/Chatham',
  'America/St_Johns',
  'Africa/Casablanca',
  'UTC',
]
const wallTime = fc.integer({ min: 0, max: 24 * 4 - 1 }).map((quarter) => {
  const minutes = quarter * 15
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
})
const span = fc.tuple(wallTime, wallTime).filter(([a, b]) => a < b)
const aDate = fc.integer({ min: 0, max: 365 * 3 }).map((days) => addDays('2025-01-01', days))

describe('for any zone, hours and taken times', () => {
  const request = fc.record({
    zone: fc.constantFrom(...zones),
    from: aDate,
    days: fc.integer({ min: 1, max: 4 }),
    visit: fc.record({
      durationMinutes: fc.integer({ min: 15, max: 90 }),
      beforeMinutes: fc.constantFrom(0, 5, 20),
      afterMinutes: fc.constantFrom(0, 10),
    }),
    hours: fc.array(fc.record({ day: fc.integer({ min: 1, max: 7 }), span }), { maxLength: 8 }),
    off: fc.array(fc.record({ offset: fc.integer({ min: 0, max: 3 }), span }), { maxLength: 3 }),
    taken: fc.array(fc.tuple(fc.integer({ min: 0, max: 5 * 24 * 60 }), fc.integer({ min: 1, max: 300 })), {
      maxLength: 6,
    }),
  })

  it('a time is free exactly when each of its minutes is free', () => {
    fc.assert(
      fc.property(request, ({ zone, from, days, visit, hours, off, taken }) => {
        const start = Date.parse(`${from}T00:00:00Z`)
        const schedule = provider({
          hours: hours.map(({ day, span: [opens, closes] }) => ({ day, opens, closes, ...always })),
          exceptions: off.map(({ offset, span: [opens, closes] }) => ({
            kind: 'off',
            startsOn: addDays(from, offset),
            endsOn: addDays(from, offset),
            opens,
            closes,
          })),
          busy: taken.map(([begin, length]) => ({
            from: start + begin * minute,
            until: start + (begin + length) * minute,
          })),
        })
        const found = freeTimes({ zone, from, days, visit, providers: [schedule], notice: anyTime })
        const isWork = (instant: number) => {
          const { date, time } = clockAt(instant, zone)
          if (date < from || date >= addDays(from, days)) return false
          const minutes = minutesOf(time)
          return workingSpans(date, schedule).some(
            ({ opens, closes }) => opens <= minutes && minutes < closes,
          )
        }
        const isFree = (startsAt: number) => {
          const { durationMinutes, beforeMinutes, afterMinutes } = visit
          for (let m = 0; m < durationMinutes; m++) if (!isWork(startsAt + m * minute)) return false
          const [begin, end] = [
            startsAt - beforeMinutes * minute,
            startsAt + (durationMinutes + afterMinutes) * minute,
          ]
          return schedule.busy.every((each) => each.until <= begin || each.from >= end)
        }
        for (const { startsAt } of found) expect(isFree(startsAt)).toBe(true)
        // Every quarter since the hours began, before and after a clock change.
        const starts = new Set(found.map(({ startsAt }) => startsAt))
        for (let index = 0; index < days; index++) {
          const date = addDays(from, index)
          for (const { opens, closes } of workingSpans(date, schedule))
            for (let minutes = opens; minutes < closes; minutes += slotMinutes)
              for (const instant of instantsOf(date, hhmm(minutes), zone))
                if (isFree(instant)) expect(starts.has(instant), new Date(instant).toISOString()).toBe(true)
        }
      }),
      { numRuns: 25 },
    )
  })
})

/** Calculated with `Temporal`, for comparison. */
function clockAt(instant: number, zone: string): { date: string; time: string } {
  const zoned = Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone)
  return { date: zoned.toPlainDate().toString(), time: zoned.toPlainTime().toString().slice(0, 5) }
}

function hhmm(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}

describe('the first available', () => {
  const zone = 'America/New_York'
  const first = (
    providers: ProviderSchedule[],
    visits: [date: string, time: string][] = [['2026-03-16', '09:10']],
    visit = half,
  ) =>
    firstAvailable({
      ...{ zone, visit, providers },
      visits: visits.map(([date, time]) => ({ date, startsAt: at(date, time) })),
    })
  const bea = (changes: Partial<ProviderSchedule> = {}) => provider({ id: 'bea', ...changes })
  const busy = [{ from: at('2026-03-16', '09:30'), until: at('2026-03-16', '10:00') }]

  it('is the first in order who works and is free, also between the quarters of an hour', () => {
    expect(first([provider(), bea()])?.providerId).toBe('ann')
    expect(first([provider({ busy }), bea()])?.providerId).toBe('bea')
    expect(first([provider({ hours: [] }), bea()])?.providerId).toBe('bea')
    expect(first([provider({ busy }), bea({ busy })])).toBeNull()
    expect(first([provider(), bea()], [['2026-03-16', '10:10']])).toBeNull()
  })

  it('counts the buffers of the visit, and a visit that ends at midnight or after it', () => {
    const early = { durationMinutes: 15, beforeMinutes: 0, afterMinutes: 10 }
    expect(first([provider({ busy })], undefined, early)).toBeNull()
    expect(first([provider({ busy })], undefined, { ...early, afterMinutes: 5 })?.providerId).toBe('ann')
    const night = [1, 2].map((day) => ({ day, opens: '00:00', closes: '24:00', ...always }))
    expect(first([provider({ hours: night })], [['2026-03-16', '23:45']])?.providerId).toBe('ann')
    expect(first([provider({ hours: night })], [['2026-03-17', '23:45']])).toBeNull()
  })

  it('of a series is the one who is free at most dates, and says at which', () => {
    const dates: [string, string][] = [
      ['2026-03-16', '09:10'],
      ['2026-03-23', '09:10'],
    ]
    expect(first([provider({ busy }), bea()], dates)).toEqual({ providerId: 'bea', isFree: [true, true] })
    expect(first([provider({ busy })], dates)).toEqual({ providerId: 'ann', isFree: [false, true] })
  })
})
