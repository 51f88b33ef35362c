import { expect, it } from 'vitest'
import { deferredMonths } from './deferred.ts'

const year = { startsOn: '2026-03-10', endsOn: '2027-03-10', endedOn: null }
const until = (last: string) => ({ from: '2026-01-01', until: last })
const ofMonths = (months: ReturnType<typeof deferredMonths>) =>
  Object.fromEntries(
    months.map(({ month, cashCents, recognizedCents, deferredCents }) => [
      month,
      [cashCents, recognizedCents, deferredCents],
    ]),
  )

it('recognizes a year by day, until nothing is deferred', () => {
  const time = { ...year, moved: [{ on: '2026-03-10', cents: 36_500 }] }
  const months = ofMonths(deferredMonths([time], until('2026-04-30'), '2026-04-15'))
  expect(months).toMatchObject({
    '2026-03': [36_500, 2_200, 34_300],
    '2026-04': [0, 3_000, 31_300],
    '2027-03': [0, 900, 0],
  })
  expect(Object.keys(months)).toHaveLength(13)
  // a past period shows its own months
  expect(Object.keys(ofMonths(deferredMonths([time], until('2026-04-30'), '2026-06-01')))).toHaveLength(2)
})

it('earns the time before a late payment at once', () => {
  const time = { ...year, moved: [{ on: '2026-04-09', cents: 36_500 }] }
  expect(ofMonths(deferredMonths([time], until('2026-04-30'), '2026-06-01'))).toEqual({
    '2026-04': [36_500, 5_200, 31_300],
  })
})

it('takes money given back from the deferred part first, and ends with the plan', () => {
  const moved = [
    { on: '2026-03-10', cents: 36_500 },
    { on: '2026-05-10', cents: -10_000 },
  ]
  // 304 days are left on May 10; the plan ends with June 8
  const months = ofMonths(
    deferredMonths([{ ...year, endedOn: '2026-06-08', moved }], until('2026-07-31'), '2026-08-01'),
  )
  expect(months['2026-06']).toEqual([0, 18_924, 0])
  expect(months['2026-07']).toEqual([0, 0, 0])
  const total = Object.values(months).reduce((sum, [, recognized = 0]) => sum + recognized, 0)
  expect(total).toBe(26_500)
  const more = { ...year, moved: [...moved.slice(0, 1), { on: '2026-05-10', cents: -36_500 }] }
  expect(ofMonths(deferredMonths([more], until('2026-05-31'), '2026-06-01'))['2026-05']).toEqual([
    -36_500, -5_200, 0,
  ])
})
