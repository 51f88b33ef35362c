import { expect, it } from 'vitest'
import { nextCharges } from './next-charges.ts'

it('a credit reduces the first charges, and a rest below the minimum charge moves to the next', () => {
  expect(nextCharges([4_900, 4_900], 0)).toEqual([4_900, 4_900])
  expect(nextCharges([4_900, 4_900], 6_000)).toEqual([0, 3_800])
  expect(nextCharges([4_900, 1_000], 4_880)).toEqual([0, 1_020])
  expect(nextCharges([4_900, 1_000], -49)).toEqual([4_949, 1_000])
})
