/** Discount codes of a clinic (docs/payments.md 10). */
import { periodStart } from '../plans/periods.ts'

/** once: the first charge. repeating: charges within a number of months after joining. forever: every charge. */
export const couponDurations = ['once', 'repeating', 'forever'] as const
export type CouponDuration = (typeof couponDurations)[number]

export const couponLimits = { months: 24, uses: 10_000 }

export interface CouponTerms {
  percent: number | null
  amountCents: number | null
  duration: CouponDuration
  months: number | null
}

export interface CheckedCoupon extends CouponTerms {
  code: string
}

export interface CouponView extends CheckedCoupon {
  id: string
  planId: string | null
  maxUses: number | null
  lastOn: string | null
  isActive: boolean
}

/** At most the amount; half up, in whole cents, as Stripe rounds. */
export function discountOf({ percent, amountCents }: CouponTerms, cents: number): number {
  if (percent !== null) return Math.floor((cents * percent * 2 + 100) / 200)
  return Math.min(cents, amountCents ?? 0)
}

/** Whether the charge of the period that begins at `from` is reduced. */
export function isDiscounted(
  { duration, months }: CouponTerms,
  { from, joinedAt }: { from: Date; joinedAt: Date },
): boolean {
  if (duration === 'once') return from.getTime() === joinedAt.getTime()
  // Stripe's coupon ends a number of months after redemption, whatever the plan's interval.
  return duration === 'forever' || from.getTime() < periodStart(joinedAt, 'month', months ?? 0).getTime()
}

/** Each line by its share; the shares sum to the discount exactly. In cents. */
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
