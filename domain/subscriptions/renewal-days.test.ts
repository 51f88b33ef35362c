import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hourMs } from '../values/durations.ts'
import { dateIn } from '../values/zones.ts'
import { renewalsAfter } from './renewal-days.ts'

const zones = ['America/Vancouver', 'America/St_Johns', 'Pacific/Honolulu', 'Pacific/Auckland', 'UTC']

it('every renewal and its charge fall on the clinic’s day of the month, or the last day of a shorter one', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2024-01-01'), max: new Date('2032-01-01'), noInvalidDate: true }),
      fc.constantFrom('month' as const, 'year' as const),
      fc.constantFrom(...zones),
      (anchor, interval, zone) => {
        anchor.setUTCMilliseconds(0)
        const joinedOn = dateIn(anchor, zone)
        const [year = 0, month = 0, day = 0] = joinedOn.split('-').map(Number)
        const starts = renewalsAfter(anchor, interval, zone, 26)
        for (const [index, start] of starts.entries()) {
          const months = month - 1 + (index + 1) * (interval === 'year' ? 12 : 1)
          const lastDay = new Date(Date.UTC(year, months + 1, 0)).getUTCDate()
          const wanted = new Date(Date.UTC(year, months, Math.min(day, lastDay))).toISOString().slice(0, 10)
          expect(dateIn(start, zone)).toBe(wanted)
          expect(dateIn(new Date(start.getTime() + hourMs), zone)).toBe(wanted)
        }
      },
    ),
  )
})

it('stays at Stripe’s moment where that is on the clinic’s day', () => {
  const starts = renewalsAfter(new Date('2027-03-15T16:00:00Z'), 'month', 'America/Vancouver', 3)
  expect(starts.map((start) => start.toISOString())).toEqual([
    '2027-04-15T16:00:00.000Z',
    '2027-05-15T16:00:00.000Z',
    '2027-06-15T16:00:00.000Z',
  ])
})
