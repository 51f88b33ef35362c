import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { TimeRange } from '../appointments/free-times.ts'
import { openedTime } from './opened-time.ts'

const hour = 60 * 60_000
const at = (from: number, until: number): TimeRange => ({ from: from * hour, until: until * hour })

it('is the new working time, split by the hour', () => {
  expect(openedTime([at(9, 12)], [at(9, 12)])).toEqual([])
  expect(openedTime([], [at(9, 10.5)])).toEqual([at(9, 10), at(10, 10.5)])
  expect(openedTime([at(9, 12), at(13, 17)], [at(8, 18)])).toEqual([at(8, 9), at(12, 13), at(17, 18)])
  expect(openedTime([at(9, 17)], [at(10, 12)])).toEqual([])
})

it('is not split above 48 hours', () => {
  const week = [0, 1, 2, 3, 4, 5, 6].map((day) => at(day * 24 + 9, day * 24 + 17))
  expect(openedTime([], week)).toEqual(week)
})

it('covers each minute of the difference once, and no other', () => {
  const ranges = fc
    .uniqueArray(fc.nat({ max: 40 }), { maxLength: 10 })
    .map((marks) => marks.toSorted((a, b) => a - b))
    .map((marks) =>
      marks.flatMap((from, index) =>
        index % 2 === 0 && marks[index + 1] ? [at(from / 4, (marks[index + 1] ?? 0) / 4)] : [],
      ),
    )
  fc.assert(
    fc.property(ranges, ranges, (before, after) => {
      const opened = openedTime(before, after)
      const isIn = (list: TimeRange[], instant: number) =>
        list.filter(({ from, until }) => from <= instant && instant < until).length
      for (let quarter = 0; quarter <= 41; quarter++) {
        const instant = (quarter * hour) / 4
        expect(isIn(opened, instant)).toBe(
          isIn(after, instant) - (isIn(before, instant) && isIn(after, instant)),
        )
      }
    }),
  )
})
