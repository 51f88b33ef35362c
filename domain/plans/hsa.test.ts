import { expect, it } from 'vitest'
import { hsaCapOf, hsaFit, hsaProblems } from './hsa.ts'

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

it('one person may pay up to the cap, monthly or yearly', () => {
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

it('bundles only primary care, and charges only the fixed fee', () => {
  expect(because({ includes: ['Visits', 'Generic prescriptions at cost'] })).toEqual(['bundled'])
  expect(because({ includes: ['Unhurried visits', 'A laborious review'] })).toEqual([])
  expect(because({ enrolmentCents: 5_000 })).toEqual(['not_periodic'])
})

const justMe = { isPayerCovered: true, adults: 0, children: [] }
const fitOf = (changes: object, household: object = {}) =>
  hsaFit({ ...plan, childAgeLimit: 18, ...changes }, { ...justMe, ...household }, '2026-05-04')

it('compares the fee of the selected people with the cap', () => {
  expect(fitOf({})).toEqual({
    ...{ standing: 'within', year: 2026, isHousehold: false, feeCents: 15_000, capCents: 15_000 },
  })
  expect(fitOf({ amountCents: 15_001 })).toMatchObject({ standing: 'above', feeCents: 15_001 })
  // A price above the cap for one is within that for two who share the household's price.
  const shared = { amountCents: 20_000, householdCents: 30_000 }
  expect(fitOf(shared)).toMatchObject({ standing: 'above', capCents: 15_000 })
  expect(fitOf(shared, { adults: 1 })).toMatchObject({
    ...{ standing: 'within', isHousehold: true, feeCents: 30_000, capCents: 30_000 },
  })
  // Only a child, whose parent pays.
  const child = { isPayerCovered: false, children: ['2020-01-01'] }
  expect(fitOf({ childCents: 4_000 }, child)).toMatchObject({ feeCents: 4_000, capCents: 15_000 })
  expect(fitOf({ interval: 'year', amountCents: 180_001 })).toMatchObject({
    ...{ standing: 'above', feeCents: 15_000 },
  })
})

it('names other obstacles if the fee is within the cap', () => {
  expect(fitOf({ includes: ['Visits', 'Labs'] })).toMatchObject({ standing: 'bundled', line: 'Labs' })
  expect(fitOf({ enrolmentCents: 2_000 })).toMatchObject({ standing: 'not_periodic' })
  expect(fitOf({ enrolmentCents: 2_000, amountCents: 15_001 })).toMatchObject({ standing: 'above' })
})

it('says nothing for other currencies, uninsured services, or no people', () => {
  expect(fitOf({ currency: 'cad' })).toBeNull()
  expect(fitOf({ kind: 'uninsured' })).toBeNull()
  expect(fitOf({}, { isPayerCovered: false })).toBeNull()
})

it('applies only to wellness plans in US dollars', () => {
  expect(because({ amountCents: 99_900, currency: 'cad' })).toEqual([])
  expect(because({ amountCents: 99_900, kind: 'uninsured' })).toEqual([])
})

it('a year without caps uses those of the year before', () => {
  expect(hsaCapOf(2031)).toEqual(hsaCapOf(2026))
})
