import fc from 'fast-check'
import { expect, it } from 'vitest'
import { joinedParts, mostParts, type PlayedPart, playedSeconds } from './played.ts'

it('joins parts that overlap or touch, in any order', () => {
  expect(
    joinedParts([
      [30, 40],
      [0, 10.04],
      [10, 20],
      [35, 36],
      [20.3, 25],
    ]),
  ).toEqual([
    [0, 20],
    [20.3, 25],
    [30, 40],
  ])
})

it('ignores parts that are empty, reversed or outside a day', () => {
  expect(
    joinedParts([
      [5, 5],
      [9, 3],
      [-4, 1],
      [86_399, 99_999],
    ]),
  ).toEqual([
    [0, 1],
    [86_399, 86_400],
  ])
})

it('counts a repeated part once, and nothing after the end', () => {
  const parts: PlayedPart[] = [
    [0, 20],
    [0, 20],
    [10, 30],
    [50, 70],
  ]
  expect(playedSeconds(parts, 60)).toBe(40)
})

it('drops the shortest parts if there are too many', () => {
  const many = Array.from(
    { length: mostParts + 50 },
    (_, at): PlayedPart => [at * 10, at * 10 + (at < 50 ? 1 : 2)],
  )
  const kept = joinedParts(many)
  expect(kept).toHaveLength(mostParts)
  expect(kept[0]).toEqual([500, 502])
})

it('is a set: order, repetition and grouping make no difference', () => {
  const second = fc.double({ min: 0, max: 600, noNaN: true })
  const parts = fc.array(fc.tuple(second, second), { maxLength: 40 })
  fc.assert(
    fc.property(parts, parts, (some, others) => {
      const all = joinedParts([...some, ...others])
      expect(joinedParts([...joinedParts(others), ...joinedParts(some), ...some])).toEqual(all)
      for (const [at, [from, to]] of all.entries()) {
        expect(to).toBeGreaterThan(from)
        expect(from).toBeGreaterThan(all[at - 1]?.[1] ?? -1)
      }
    }),
  )
})
