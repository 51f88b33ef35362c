import { expect, it } from 'vitest'
import { agreement } from '#testing/money/agreement.ts'
import { coveredPeople, joinPlanInput } from './checkouts.ts'

it('requires well-formed ids', () => {
  const priceId = crypto.randomUUID()
  const isFine = (input: object) => joinPlanInput.safeParse({ agreement, ...input }).success
  expect(isFine({ priceId, attempt: crypto.randomUUID() })).toBe(true)
  expect(isFine({ priceId, attempt: 'x' })).toBe(false)
  expect(isFine({ priceId: 'price_1', attempt: crypto.randomUUID() })).toBe(false)
})

it('covers each named person, adults first, if the names match the household', () => {
  const household = { isPayerCovered: true, adults: 1, children: ['2015-01-01'] }
  expect(coveredPeople(household, { adults: ['Ada'], children: ['Kim'] })).toEqual([
    { name: 'Ada', bornOn: null },
    { name: 'Kim', bornOn: '2015-01-01' },
  ])
  expect(coveredPeople(household, { adults: ['Ada'], children: [] })).toBeUndefined()
})
