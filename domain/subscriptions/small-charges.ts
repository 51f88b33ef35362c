import { priceLimits } from '../plans/plans.ts'

/** Whether Stripe charges too small an amount with the next invoice instead (docs/payments.md 3). */
export function isAddedToNextBill(cents: number): boolean {
  return cents > 0 && cents < priceLimits.minCents
}
