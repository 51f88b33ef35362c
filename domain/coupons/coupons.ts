/** Codes with which a clinic makes a plan cheaper (docs/payments.md 10). */
import { periodStart } from '../plans/periods.ts'

/** once: the first charge. repeating: every charge within so many months of joining. forever: every charge. */
export const couponDurations = ['once', 'repeating', 'forever'] as const
export type CouponDuration = (typeof couponDurations)[number]

export const couponLimits = { months: 24, uses: 10_000 }

/** What a code takes off. */
export interface CouponTerms {
  percent: number | null
  amountCents: number | null
  duration: CouponDuration
  months: number | null
}

/** A code as `check-coupon` answers it. */
export interface CheckedCoupon extends CouponTerms {
  code: string
}

/** A code as `create-coupon` and `close-coupon` answer it. */
export interface CouponView extends CheckedCoupon {
  id: string
  planId: string | null
  maxUses: number | null
  lastOn: string | null
  isActive: boolean
}

/** What a code takes off an amount, never more than all of it: half up, in whole cents, as Stripe rounds. */
export function discountOf({ percent, amountCents }: CouponTerms, cents: number): number {
  if (percent !== null) return Math.floor((cents * percent * 2 + 100) / 200)
  return Math.min(cents, amountCents ?? 0)
}

/** Whether the charge of the period that begins at `from` is cheaper. */
export function isDiscounted(
  { duration, months }: CouponTerms,
  { from, joinedAt }: { from: Date; joinedAt: Date },
): boolean {
  if (duration === 'once') return from.getTime() === joinedAt.getTime()
  // Stripe's coupon ends so many months after it was redeemed, whatever the plan's interval is
  return duration === 'forever' || from.getTime() < periodStart(joinedAt, 'month', months ?? 0).getTime()
}

/** Lines of an invoice after a discount on all of them, each by its share; the shares add up to it exactly. In cents. */
export function shareDiscount(lines: readonly number[], discountCents: number): number[] {
  const total = lines.reduce((sum, cents) => sum + cents, 0)
  if (discountCents === 0 || total === 0) return [...lines]
  let seen = 0
  let given = 0
  return lines.map((cents) => {
    seen += cents
    const upTo = Math.round((discountCents * seen) / total)
    const share = upTo - given
    given = upTo
    return cents - share
  })
}
