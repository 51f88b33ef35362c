/** Inputs of the actions on coupons: apart from the rules, which pages need before anything is sent. */
import * as z from 'zod/mini'
import { priceLimits } from '../plans/plans.ts'
import { couponTexts } from '../texts/coupons.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { couponDurations, couponLimits } from './coupons.ts'

const rules = couponTexts.validation

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
