import { commissionCents } from '../statements/commission.ts'
import { type ProductPlan, productPlans } from './product-plans.ts'

/** The commission of a clinic without an agreement, in hundredths of a percent (docs/specification.md B9). */
export const partnershipRateBps = 1_200

/** A month's price of the partnership (`plan` null) and of each tier, for one revenue. */
export interface OfferCost {
  plan: ProductPlan | null
  cents: number
  isCheapest: boolean
}

export function offerCosts(revenueCents: number): OfferCost[] {
  const costs = [
    { plan: null, cents: commissionCents(revenueCents, partnershipRateBps) },
    ...productPlans.map((plan) => ({ plan, cents: plan.monthlyCents })),
  ]
  const least = Math.min(...costs.map(({ cents }) => cents))
  return costs.map((cost) => ({ ...cost, isCheapest: cost.cents === least }))
}

/** The smallest revenue of a month, in whole dollars, at which the commission is more than the tier's price. */
export function breakEvenCents({ monthlyCents }: Pick<ProductPlan, 'monthlyCents'>): number {
  return (Math.floor((monthlyCents * 100) / partnershipRateBps) + 1) * 100
}
