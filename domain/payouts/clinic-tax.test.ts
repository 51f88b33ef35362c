import { expect, it } from 'vitest'
import { percentageOf, ratePpmOf, taxOnLine } from './clinic-tax.ts'

it.each([
  ['13', 130_000],
  ['9.975', 99_750],
  ['0.5', 5_000],
  ['5.0001', 50_001],
] as const)('%s %% is %i parts per million, and back', (percentage, ppm) => {
  expect(ratePpmOf(percentage)).toBe(ppm)
  expect(percentageOf(ppm)).toBe(percentage)
})

it.each(['', '13%', '1,5', '-1', '9.97512', '100.5', 'ten'])('refuses the percentage "%s"', (typed) => {
  expect(ratePpmOf(typed)).toBeNull()
})

it('rounds half up, for added and for included tax', () => {
  const hst = { name: 'HST', ratePpm: 130_000, isInclusive: false }
  expect(taxOnLine(4_900, hst)).toBe(637)
  expect(taxOnLine(50, { ...hst, ratePpm: 50_000 })).toBe(3)
  // 49.00 = 43.36 + 5.64
  expect(taxOnLine(4_900, { ...hst, isInclusive: true })).toBe(564)
})
