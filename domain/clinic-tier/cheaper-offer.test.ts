import { expect, test } from 'vitest'
import { commissionCents } from '../statements/commission.ts'
import { breakEvenCents, offerCosts, partnershipRateBps } from './cheaper-offer.ts'
import { productPlans } from './product-plans.ts'

test('a month without revenue costs nothing as a partner, and the tiers cost their price', () => {
  expect(
    offerCosts(0).map(({ plan, cents, isCheapest }) => [plan?.id ?? 'partnership', cents, isCheapest]),
  ).toEqual([
    ['partnership', 0, true],
    ['starter', 4_900, false],
    ['professional', 9_900, false],
    ['enterprise', 24_900, false],
  ])
})

test('from the break-even on the tier is cheaper, and one dollar below it is not', () => {
  expect(productPlans.map(breakEvenCents)).toEqual([40_900, 82_600, 207_600])
  for (const plan of productPlans) {
    const at = breakEvenCents(plan)
    expect(commissionCents(at, partnershipRateBps)).toBeGreaterThan(plan.monthlyCents)
    expect(commissionCents(at - 100, partnershipRateBps)).toBeLessThanOrEqual(plan.monthlyCents)
  }
  const cheapest = (cents: number) => offerCosts(cents).find(({ isCheapest }) => isCheapest)?.plan?.id
  expect([cheapest(40_800), cheapest(40_900)]).toEqual([undefined, 'starter'])
})
