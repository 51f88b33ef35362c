import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { ageOn, householdItems, isChildOn, justThePayer } from './household.ts'
import { householdInput } from './inputs.ts'

const prices = { amountCents: 5_000, childCents: 2_000, householdCents: 12_000, childAgeLimit: 18 }
const day = '2026-11-22'
const items = (household: Partial<typeof justThePayer>, changes: object = {}) =>
  householdItems({ ...prices, ...changes }, { ...justThePayer, ...household }, day)

describe('the price of a household', () => {
  it('is the price of each adult and each child', () => {
    expect(items({})).toEqual([{ role: 'adult', quantity: 1, unitCents: 5_000 }])
    expect(items({ adults: 1, children: ['2015-01-01'] })).toEqual([
      { role: 'adult', quantity: 2, unitCents: 5_000 },
      { role: 'child', quantity: 1, unitCents: 2_000 },
    ])
  })

  it('is at most the household’s price', () => {
    expect(items({ adults: 1, children: ['2015-01-01', '2018-01-01'] })).toEqual([
      { role: 'household', quantity: 1, unitCents: 12_000 },
    ])
  })

  it('is only the child’s if the payer is not a patient', () => {
    expect(items({ isPayerCovered: false, children: ['2015-01-01'] })).toEqual([
      { role: 'child', quantity: 1, unitCents: 2_000 },
    ])
  })

  it('is an adult’s for a child if the plan has no price for children or the child is too old', () => {
    const two = [{ role: 'adult', quantity: 2, unitCents: 5_000 }]
    expect(items({ children: ['2015-01-01'] }, { childCents: null })).toEqual(two)
    expect(items({ children: ['2008-11-22'] })).toEqual(two)
    expect(items({ children: ['2008-11-23'] })[1]).toMatchObject({ role: 'child', quantity: 1 })
  })

  it('is the lower of both prices for any household', () => {
    const born = fc
      .date({ min: new Date('1950-01-01'), max: new Date('2026-11-22'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10))
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.integer({ min: 0, max: 6 }),
        fc.array(born, { maxLength: 10 }),
        fc.constantFrom(null, 2_000, 5_000),
        fc.constantFrom(null, 7_000, 12_000),
        (isPayerCovered, adults, children, childCents, householdCents) => {
          const people = (isPayerCovered ? 1 : 0) + adults + children.length
          fc.pre(people > 0)
          const found = items({ isPayerCovered, adults, children }, { childCents, householdCents })
          const sum = found.reduce((total, each) => total + each.quantity * each.unitCents, 0)
          const each = children.map((bornOn) =>
            childCents !== null && isChildOn(bornOn, day, 18) ? childCents : 5_000,
          )
          const apart = (people - children.length) * 5_000 + each.reduce((a, b) => a + b, 0)
          expect(sum).toBe(householdCents !== null && people > 1 ? Math.min(apart, householdCents) : apart)
          expect(found.every(({ quantity }) => quantity > 0)).toBe(true)
          if (found[0].role !== 'household')
            expect(found.reduce((total, { quantity }) => total + quantity, 0)).toBe(people)
        },
      ),
    )
  })
})

it('a person is a year older on their birthday; after February 29 on March 1', () => {
  expect([ageOn('2008-11-22', '2026-11-21'), ageOn('2008-11-22', '2026-11-22')]).toEqual([17, 18])
  expect([ageOn('2008-02-29', '2026-02-28'), ageOn('2008-02-29', '2026-03-01')]).toEqual([17, 18])
})

it('a household has at least one person, and valid dates', () => {
  const isFine = (changes: object) => householdInput.safeParse({ ...justThePayer, ...changes }).success
  expect(isFine({})).toBe(true)
  expect(isFine({ isPayerCovered: false })).toBe(false)
  expect(isFine({ isPayerCovered: false, adults: 1 })).toBe(true)
  expect(isFine({ adults: 7 })).toBe(false)
  expect(isFine({ children: ['2019-02-29'] })).toBe(false)
  expect(isFine({ children: ['2020-02-29'] })).toBe(true)
  expect(isFine({ children: ['yesterday'] })).toBe(false)
})
