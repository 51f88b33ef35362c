import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, instantsOf, wallClock, weekdayOf } from '../values/zones.ts'
import { scheduleAppointmentInput } from './appointments.ts'
import { monthsWithout, type Nth, nths, nthsOf, type Rhythm } from './rhythm.ts'
import { bookedDates, longestGapDays, type Repeat, repeatProblem, seriesDates } from './series.ts'

it('repeats every n days, a number of times or until a day inclusive', () => {
  expect(seriesDates('2026-10-26', { everyDays: 7, count: 3 })).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
  ])
  expect(seriesDates('2026-10-26', { everyDays: 2, until: '2026-10-30' })).toEqual([
    '2026-10-26',
    '2026-10-28',
    '2026-10-30',
  ])
  expect(bookedDates('2026-10-26', { everyDays: 7, count: 3, without: ['2026-11-02'] })).toEqual([
    '2026-10-26',
    '2026-11-09',
  ])
})

it.each<[Repeat, string | null]>([
  [{ everyDays: 7, until: '2026-11-02' }, null],
  [{ everyDays: 7, until: '2026-11-01' }, 'The last day must be late enough for a second visit.'],
  [{ everyDays: 1, until: '2026-12-16' }, null],
  [{ everyDays: 1, until: '2026-12-17' }, 'A series has at most 52 visits.'],
  [{ everyDays: 1, until: '2999-12-31' }, 'A series has at most 52 visits.'],
  [{ everyWeeks: 1, weekdays: [2, 4], count: 4 }, 'The first visit must be on one of the chosen days.'],
  [{ everyMonths: 1, nth: 2, count: 4 }, 'The first visit must be on one of the chosen days.'],
  [
    { everyWeeks: 1, weekdays: [1, 2, 3, 4, 5, 6, 7], until: '2026-12-17' },
    'A series has at most 52 visits.',
  ],
  [{ everyMonths: 12, nth: 4, until: '2026-12-31' }, 'The last day must be late enough for a second visit.'],
  [
    { everyDays: 7, count: 2, without: ['2026-10-26', '2026-11-02'] },
    'No date is left. Please change the time.',
  ],
])('refuses %j with %j', (repeat, problem) => {
  expect(repeatProblem('2026-10-26', repeat)).toBe(problem)
  const form = {
    patientId: crypto.randomUUID(),
    appointmentType: 'checkup',
    providerId: '',
    roomId: '',
    date: '2026-10-26',
    time: '09:00',
    duration: 30,
    notes: '',
    repeat,
  }
  const { error } = scheduleAppointmentInput.safeParse(form)
  expect(error?.issues.map(({ path, message }) => ({ path, message })) ?? []).toEqual(
    problem ? [{ path: ['repeat'], message: problem }] : [],
  )
})

it('repeats on several weekdays, also every other week', () => {
  const days = { weekdays: [1, 3, 5], count: 6 }
  expect(seriesDates('2026-10-28', { everyWeeks: 1, ...days })).toEqual([
    ...['2026-10-28', '2026-10-30', '2026-11-02', '2026-11-04', '2026-11-06', '2026-11-09'],
  ])
  expect(seriesDates('2026-10-28', { everyWeeks: 2, ...days })).toEqual([
    ...['2026-10-28', '2026-10-30', '2026-11-09', '2026-11-11', '2026-11-13', '2026-11-23'],
  ])
})

it('repeats on the second, the last or the fifth weekday of a month, and names the months without a fifth', () => {
  expect(seriesDates('2026-03-10', { everyMonths: 1, nth: 2, count: 4 })).toEqual([
    ...['2026-03-10', '2026-04-14', '2026-05-12', '2026-06-09'],
  ])
  expect(seriesDates('2026-03-31', { everyMonths: 1, nth: -1, count: 4 })).toEqual([
    ...['2026-03-31', '2026-04-28', '2026-05-26', '2026-06-30'],
  ])
  expect(seriesDates('2026-03-31', { everyMonths: 3, nth: 5, until: '2027-03-31' })).toEqual([
    ...['2026-03-31', '2026-06-30', '2026-09-29', '2026-12-29', '2027-03-30'],
  ])
  const fifth: Rhythm = { everyMonths: 1, nth: 5 }
  const dates = seriesDates('2026-03-31', { ...fifth, count: 3 })
  expect(dates).toEqual(['2026-03-31', '2026-06-30', '2026-09-29'])
  expect(monthsWithout('2026-03-31', dates.at(-1) ?? '', fifth)).toEqual([
    ...['2026-04', '2026-05', '2026-07', '2026-08'],
  ])
  expect(monthsWithout('2026-03-10', '2027-03-10', { everyMonths: 1, nth: 2 })).toEqual([])
  expect([nthsOf('2026-03-24'), nthsOf('2026-03-25'), nthsOf('2026-03-31')]).toEqual([[4], [4, -1], [5, -1]])
})

it('has only dates of its rhythm, in order and without a gap', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 3000 }),
      fc.constantFrom(...nths),
      fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 4 }),
      (day, wished, chosen, every) => {
        const first = addDays('2020-01-01', day)
        const possible = nthsOf(first)
        const nth: Nth = possible.includes(wished) ? wished : (possible[0] ?? 1)
        for (const date of seriesDates(first, { everyMonths: every, nth, count: 8 })) {
          expect(weekdayOf(date)).toBe(weekdayOf(first))
          expect(nthsOf(date)).toContain(nth)
        }
        const weekdays = [...new Set([...chosen, weekdayOf(first)])]
        const dates = seriesDates(first, { everyWeeks: every, weekdays, count: 20 })
        expect(dates[0]).toBe(first)
        expect(dates.toSorted()).toEqual(dates)
        const monday = addDays(first, 1 - weekdayOf(first))
        const expected = Array.from({ length: 20 * 7 * every }, (_, index) => addDays(first, index)).filter(
          (date) =>
            weekdays.includes(weekdayOf(date)) && Math.floor(daysBetween(monday, date) / 7) % every === 0,
        )
        expect(dates).toEqual(expected.slice(0, 20))
      },
    ),
    { numRuns: 50 },
  )
})

it('stays at the same wall time across clock changes, and n days apart', () => {
  const zones = [
    'America/New_York',
    'Europe/London',
    'Australia/Lord_Howe',
    'Pacific/Apia',
    'America/Santiago',
  ]
  fc.assert(
    fc.property(
      fc.constantFrom(...zones),
      fc.integer({ min: 0, max: 3000 }),
      fc.integer({ min: 0, max: 95 }),
      fc.integer({ min: 1, max: longestGapDays }),
      fc.integer({ min: 2, max: 5 }),
      (zone, day, slot, everyDays, count) => {
        const first = addDays('2020-01-01', day)
        const time = `${String(Math.floor(slot / 4)).padStart(2, '0')}:${String((slot % 4) * 15).padStart(2, '0')}`
        const dates = seriesDates(first, { everyDays, count })
        expect(dates).toHaveLength(count)
        expect(seriesDates(first, { everyDays, until: dates.at(-1) ?? '' })).toEqual(dates)
        for (const [index, date] of dates.entries()) {
          expect(daysBetween(first, date)).toBe(index * everyDays)
          // A skipped time has no instant.
          for (const instant of instantsOf(date, time, zone))
            expect(wallClock(instant, zone)).toEqual({ date, time })
        }
      },
    ),
    { numRuns: 20 },
  )
})
