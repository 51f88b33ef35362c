import type { Records } from '../world/records.ts'
import { idOf } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { afterAnchor } from './calendar.ts'
import { roundCents, split } from './rounding.ts'

type Discount = Records['discount']

export interface DiscountChoice {
  coupon?: string | null
}

/** @throws StripeFailure for an unknown, used-up or deleted coupon */
export function chosenCoupon(scope: Scope, choice: DiscountChoice, param = 'discounts') {
  if (!choice.coupon) throw invalidRequest('Each discount names a coupon.', { param })
  const coupon = scope.must('coupon', choice.coupon, `${param}[coupon]`)
  if (!coupon.valid) throw invalidRequest(`Coupon expired: ${coupon.id}`, { param, code: 'coupon_expired' })
  return coupon
}

/** Counts the coupon, and ends it once used up. @param event announces the discount */
export function redeem(
  scope: Scope,
  choice: DiscountChoice,
  owner: Partial<Discount>,
  event = owner.subscription || owner.customer ? 'customer.discount.created' : undefined,
): Discount {
  const coupon = chosenCoupon(scope, choice)
  const used = coupon.times_redeemed + 1
  scope.update('coupon', coupon.id, {
    times_redeemed: used,
    valid: coupon.max_redemptions === null || used < coupon.max_redemptions,
  })
  const months = coupon.duration === 'repeating' ? (coupon.duration_in_months ?? 0) : 0
  return scope.add(
    'discount',
    {
      source: { type: 'coupon', coupon: coupon.id },
      start: scope.now,
      end: months > 0 ? afterAnchor(scope.now, 'month', months) : null,
      ...owner,
    },
    event,
  )
}

/** A deleted coupon stays valid for those who redeemed it. */
export function couponOf(scope: Scope, discount: Discount): Records['coupon'] {
  const coupon = scope.find('coupon', idOf(discount.source.coupon))
  if (!coupon) throw new Error(`Discount ${discount.id} has no coupon`)
  return coupon
}

/** A repeating discount ends after its months. */
export function runningDiscounts(scope: Scope, ids: (string | { id: string })[]): Discount[] {
  return ids
    .map((id) => scope.find('discount', idOf(id)))
    .filter((discount): discount is Discount => !!discount && (!discount.end || discount.end > scope.now))
}

export interface DiscountableLine {
  amount: number
  product: string | null
  discountable: boolean
}

/** In cents, applied in order. @returns an amount per discount and line */
export function discountAmounts(
  coupons: Pick<Records['coupon'], 'percent_off' | 'amount_off' | '_appliesTo'>[],
  lines: DiscountableLine[],
): number[][] {
  const left = lines.map((line) => line.amount)
  return coupons.map((coupon) => {
    const eligible = lines.map((line, index) =>
      line.discountable && appliesTo(coupon, line.product) ? Math.max(0, left[index] ?? 0) : 0,
    )
    const base = eligible.reduce((a, b) => a + b, 0)
    const off = coupon.percent_off
      ? roundCents((base * coupon.percent_off) / 100)
      : Math.min(base, coupon.amount_off ?? 0)
    const shares = base === 0 ? eligible.map(() => 0) : split(off, eligible)
    shares.forEach((share, index) => {
      left[index] = (left[index] ?? 0) - share
    })
    return shares
  })
}

function appliesTo(coupon: Pick<Records['coupon'], '_appliesTo'>, product: string | null): boolean {
  const products = coupon._appliesTo?.products
  return !products || (product !== null && products.includes(product))
}
