/** Codes with which a clinic makes a plan cheaper (docs/payments.md 10). */
import * as z from 'zod/mini'
import { calendarDate } from '../calendar-date.ts'
import { periodStart } from '../plans/periods.ts'
import { priceLimits } from '../plans/plans.ts'
import { couponTexts } from '../texts/coupons.ts'

const rules = couponTexts.validation

/** once: the first charge. repeating: every charge within so many months of joining. forever: every charge. */
export const couponDurations = ['once', 'repeating', 'forever'] as const
export type CouponDuration = (typeof couponDurations)[number]

export const couponLimits = { months: 24, uses: 10_000 }

/** As it is stored, whatever was typed: capitals, without blanks around it. */
export const couponCode = z.string().check(
  z.overwrite((typed: string) => typed.trim().toUpperCase()),
  z.regex(/^[A-Z0-9][A-Z0-9-]{2,19}$/, rules.code),
)

/** Input of `create-coupon`. Either `percent` or `amountCents`, in the clinic's currency. */
export const createCouponInput = z
  .object({
    code: couponCode,
    percent: z.nullable(z.int(rules.percent).check(z.gte(1, rules.percent), z.lte(100, rules.percent))),
    amountCents: z.nullable(
      z
        .int(rules.amount)
        .check(z.gte(priceLimits.minCents, rules.amount), z.lte(priceLimits.maxCents, rules.amount)),
    ),
    duration: z.enum(couponDurations),
    /** Of a repeating one. */
    months: z.nullable(
      z.int(rules.months).check(z.gte(1, rules.months), z.lte(couponLimits.months, rules.months)),
    ),
    /** The only plan it is for; null for all. */
    planId: z.nullable(z.uuid()),
    /** How many people may use it; null for any number. */
    maxUses: z.nullable(z.int(rules.uses).check(z.gte(1, rules.uses), z.lte(couponLimits.uses, rules.uses))),
    /** The last day on which somebody can join with it, in the clinic's zone. */
    lastOn: z.nullable(calendarDate(rules.lastOn)),
  })
  .check(
    z.refine(({ percent, amountCents }) => (percent === null) !== (amountCents === null), {
      error: rules.discount,
      path: ['percent'],
    }),
    z.refine(({ duration, months }) => (duration === 'repeating') === (months !== null), {
      error: rules.months,
      path: ['months'],
    }),
  )
export type CreateCouponInput = z.input<typeof createCouponInput>

/** Input of `close-coupon`. */
export const couponIdInput = z.object({ couponId: z.uuid() })

/** Input of `check-coupon`: the adult's price of the plan that is to be joined. */
export const checkCouponInput = z.object({ priceId: z.uuid(), code: couponCode })

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
