import { describe, expect, it } from 'vitest'
import { followChange, type SeriesVisit, type VisitPlan } from './series-change.ts'

const plan = (date: string, changes: Partial<VisitPlan> = {}): VisitPlan => ({
  date,
  time: '09:00',
  providerId: 'ann',
  roomId: 'one',
  type: 'checkup',
  duration: 30,
  ...changes,
})
const visit = (date: string, changes: Partial<VisitPlan> = {}): SeriesVisit => ({
  id: date,
  ...plan(date, changes),
  planned: plan(date),
})
const followed = (
  before: SeriesVisit,
  to: Partial<VisitPlan>,
  others: SeriesVisit[],
  change: Partial<Parameters<typeof followChange>[3]> = {},
) => {
  const { id: _, planned: __, ...now } = before
  return followChange(before, { ...now, ...to }, others, { weekdays: null, includesOwn: false, ...change })
}
const states = (visits: ReturnType<typeof followed>) =>
  visits.map(({ to }) => [to.date, to.time, to.providerId, to.roomId].join(' '))

const first = visit('2026-03-02')
const later = [
  visit('2026-03-09'),
  visit('2026-03-16', { date: '2026-03-17', time: '14:00' }),
  visit('2026-03-23', { providerId: 'bea', roomId: 'two' }),
]

describe('this and all that follow', () => {
  it('changes the provider alone, and not of a visit with its own provider', () => {
    const result = followed(first, { providerId: 'cem' }, later)
    expect(states(result)).toEqual([
      '2026-03-02 09:00 cem one',
      '2026-03-09 09:00 cem one',
      '2026-03-17 14:00 cem one',
      '2026-03-23 09:00 bea two',
    ])
    expect(result.map(({ retains }) => retains)).toEqual([[], [], [], ['provider']])
  })

  it('changes the time, and a visit that was moved retains its day and time', () => {
    const result = followed(first, { date: '2026-03-03', time: '10:00' }, later)
    expect(states(result)).toEqual([
      '2026-03-03 10:00 ann one',
      '2026-03-10 10:00 ann one',
      '2026-03-17 14:00 ann one',
      '2026-03-24 10:00 bea two',
    ])
    expect(result.map(({ retains }) => retains)).toEqual([[], [], ['time'], []])
    // planned with the others, so that a later change still finds it moved
    expect(result[2]?.planned).toMatchObject({ date: '2026-03-17', time: '10:00' })
  })

  it('includes the visits that were changed separately, if wished', () => {
    const result = followed(first, { time: '10:00', providerId: 'cem' }, later, { includesOwn: true })
    expect(states(result)).toEqual([
      '2026-03-02 10:00 cem one',
      '2026-03-09 10:00 cem one',
      '2026-03-16 10:00 cem one',
      '2026-03-23 10:00 cem two',
    ])
  })

  it('from a visit that was itself moved applies only what changes now', () => {
    const moved = visit('2026-03-02', { date: '2026-03-03', time: '15:00' })
    const result = followed(moved, { roomId: 'three' }, later)
    expect(states(result)).toEqual([
      '2026-03-03 15:00 ann three',
      '2026-03-09 09:00 ann three',
      '2026-03-17 14:00 ann three',
      '2026-03-23 09:00 bea two',
    ])
    expect(result[0]?.planned).toMatchObject({ date: '2026-03-02', time: '09:00', roomId: 'three' })
  })

  it('moves the day of the same weekday alone, if the series has several', () => {
    const week = ['2026-03-04', '2026-03-06', '2026-03-09', '2026-03-11'].map((date) => visit(date))
    const result = followed(first, { date: '2026-03-03', time: '10:00' }, week, { weekdays: [1, 3, 5] })
    expect(result.map(({ to }) => `${to.date} ${to.time}`)).toEqual([
      '2026-03-03 10:00',
      '2026-03-04 10:00',
      '2026-03-06 10:00',
      '2026-03-10 10:00',
      '2026-03-11 10:00',
    ])
  })
})
