import { type CouponTerms, discountOf, isDiscounted } from './coupons.ts'

/** In cents. */
export function nextDiscount(
  coupon: (Omit<CouponTerms, 'amountCents'> & { amount_cents: number | null }) | null,
  subscription: { started_at: string; current_period_end: string },
  cents: number,
): number {
  if (!coupon) return 0
  const terms = { ...coupon, amountCents: coupon.amount_cents }
  const from = new Date(subscription.current_period_end)
  const isCheaper = isDiscounted(terms, { from, joinedAt: new Date(subscription.started_at) })
  return isCheaper ? discountOf(terms, cents) : 0
}
