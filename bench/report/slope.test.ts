import { expect, it } from 'vitest'
import { slopeOf } from './slope.ts'

it('equals that of the line, with any scatter', () => {
  expect(slopeOf([1, 2, 3, 4].map((x) => [x, 5 + 2 * x] as const))).toBeCloseTo(2)
  const scattered = Array.from({ length: 100 }, (_, x) => [x, 3 * x + (x % 2 === 0 ? 1 : -1)] as const)
  expect(slopeOf(scattered)).toBeCloseTo(3, 1)
})

it('is 0 for fewer than two points', () => {
  expect(slopeOf([])).toBe(0)
  expect(slopeOf([[1, 7]])).toBe(0)
})
