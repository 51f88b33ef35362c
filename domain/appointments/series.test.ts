import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addDays, daysBetween, instantsOf, wallClock } from '../values/zones.ts'
import { scheduleAppointmentInput } from './appointments.ts'
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
