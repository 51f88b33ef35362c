import { expect, it } from 'vitest'
import { hsaCapOf, hsaProblems } from './hsa.ts'

const plan = {
  kind: 'wellness',
  interval: 'month',
  currency: 'usd',
  includes: ['Unlimited visits'],
  amountCents: 15_000,
  childCents: null,
  householdCents: null,
  enrolmentCents: null,
} as const

const because = (changes: object) =>
  hsaProblems({ ...plan, ...changes }, 2026).map((problem) => problem.because)

it('one person may pay up to the cap, by the month or by the year', () => {
  expect(because({})).toEqual([])
  expect(because({ amountCents: 15_001 })).toEqual(['one_person_cap'])
  expect(because({ interval: 'year', amountCents: 180_000 })).toEqual([])
  expect(because({ interval: 'year', amountCents: 180_001 })).toEqual(['one_person_cap'])
})

it('a household may pay up to its own cap', () => {
  expect(because({ householdCents: 30_000 })).toEqual([])
  expect(because({ householdCents: 30_001 })).toEqual(['household_cap'])
  expect(because({ amountCents: 16_000, childCents: 1_000 })).toEqual(['one_person_cap', 'household_cap'])
})

it('nothing is bundled that is not primary care, and nothing is charged besides the fixed fee', () => {
  expect(because({ includes: ['Visits', 'Generic prescriptions at cost'] })).toEqual(['bundled'])
  expect(because({ includes: ['Unhurried visits', 'A laborious review'] })).toEqual([])
  expect(because({ enrolmentCents: 5_000 })).toEqual(['not_periodic'])
})

it('concerns wellness plans in US dollars only', () => {
  expect(because({ amountCents: 99_900, currency: 'cad' })).toEqual([])
  expect(because({ amountCents: 99_900, kind: 'uninsured' })).toEqual([])
})

it('a year without caps of its own has those of the year before', () => {
  expect(hsaCapOf(2031)).toEqual(hsaCapOf(2026))
})
