import { expect, it } from 'vitest'
import { isInShownHalf } from './shown-half.ts'

/** A valid id for each number. */
const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`

it('is about half of the patients of every clinic, and another half in each', () => {
  const patients = Array.from({ length: 1_000 }, (_, number) => idOf(number))
  const halves = [idOf(1), idOf(2)].map((clinic) => patients.map((patient) => isInShownHalf(clinic, patient)))
  for (const half of halves) expect(half.filter(Boolean).length).toBeGreaterThan(450)
  for (const half of halves) expect(half.filter(Boolean).length).toBeLessThan(550)
  expect(halves[0]).not.toEqual(halves[1])
  expect(patients.map((patient) => isInShownHalf(idOf(1), patient))).toEqual(halves[0])
})
