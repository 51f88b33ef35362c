import { couponTexts } from '../texts/coupons.ts'
import { formatMoney } from '../values/money.ts'
import type { CouponTerms } from './coupons.ts'

/** "10% off every charge", "$5.00 off the first charge", "50% off for 3 months". */
export function discountText(
  { percent, amountCents, duration, months }: CouponTerms,
  currency: string,
): string {
  const off = percent === null ? formatMoney(amountCents ?? 0, currency) : `${percent}%`
  return couponTexts.discount[duration](off, months ?? 0)
}
