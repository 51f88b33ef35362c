import * as z from 'zod/mini'
import { priceLimits } from '../plans/plans.ts'
import { couponTexts } from '../texts/coupons.ts'
import { calendarDate } from '../values/calendar-date.ts'
import { couponDurations, couponLimits } from './coupons.ts'

const rules = couponTexts.validation

/** Stored in capitals, without surrounding blanks. */
export const couponCode = z.string().check(
  z.overwrite((typed: string) => typed.trim().toUpperCase()),
  z.regex(/^[A-Z0-9][A-Z0-9-]{2,19}$/, rules.code),
)

/** Either `percent` or `amountCents`, in the clinic's currency. */
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
    /** For a repeating one. */
    months: z.nullable(
      z.int(rules.months).check(z.gte(1, rules.months), z.lte(couponLimits.months, rules.months)),
    ),
    /** The only plan it applies to; null for all. */
    planId: z.nullable(z.uuid()),
    /** How many people may use it; null for no limit. */
    maxUses: z.nullable(z.int(rules.uses).check(z.gte(1, rules.uses), z.lte(couponLimits.uses, rules.uses))),
    /** In the clinic's zone. */
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

export const couponIdInput = z.object({ couponId: z.uuid() })

/** The adult's price of the plan to join. */
export const checkCouponInput = z.object({ priceId: z.uuid(), code: couponCode })
