import * as z from 'zod/mini'
import { couponDurations, couponLimits } from '#domain/coupons/coupons.ts'
import { type CreateCouponInput, couponCode } from '#domain/coupons/inputs.ts'
import { priceLimits } from '#domain/plans/plans.ts'
import { couponTexts } from '#domain/texts/coupons.ts'
import { parseAmount } from '#domain/values/money.ts'

const rules = couponTexts.validation

/** The dialog's fields, numbers as typed. Fields of another kind or duration are ignored. */
export function couponFormSchema(currency: string, today: string) {
  return z
    .object({
      code: couponCode,
      kind: z.enum(['percent', 'amount']),
      percent: z.string(),
      amount: z.string(),
      duration: z.enum(couponDurations),
      months: z.string(),
      planId: z.string(),
      maxUses: z.string(),
      lastOn: z.string().check(z.refine((day) => day === '' || day >= today, rules.past)),
    })
    .check(
      z.superRefine((form, context) => {
        const refuse = (field: string, message: string) =>
          context.addIssue({ code: 'custom', message, input: form, path: [field] })
        if (form.kind === 'percent' && !inRange(form.percent, 100)) refuse('percent', rules.percent)
        if (form.kind === 'amount') {
          const cents = parseAmount(form.amount, currency)
          if (cents === null || cents < priceLimits.minCents || cents > priceLimits.maxCents)
            refuse('amount', rules.amount)
        }
        if (form.duration === 'repeating' && !inRange(form.months, couponLimits.months))
          refuse('months', rules.months)
        if (form.maxUses.trim() !== '' && !inRange(form.maxUses, couponLimits.uses))
          refuse('maxUses', rules.uses)
      }),
    )
}
export type CouponForm = z.infer<ReturnType<typeof couponFormSchema>>

const inRange = (typed: string, max: number) =>
  /^\d{1,5}$/.test(typed.trim()) && Number(typed) >= 1 && Number(typed) <= max

export const emptyCouponForm: CouponForm = {
  code: '',
  kind: 'percent',
  percent: '10',
  amount: '',
  duration: 'once',
  months: '3',
  planId: '',
  maxUses: '',
  lastOn: '',
}

export function couponInputFrom(form: CouponForm, currency: string): CreateCouponInput {
  return {
    code: form.code,
    percent: form.kind === 'percent' ? Number(form.percent) : null,
    amountCents: form.kind === 'amount' ? parseAmount(form.amount, currency) : null,
    duration: form.duration,
    months: form.duration === 'repeating' ? Number(form.months) : null,
    planId: form.planId || null,
    maxUses: form.maxUses.trim() === '' ? null : Number(form.maxUses),
    lastOn: form.lastOn || null,
  }
}

export function couponFieldPath(path: string): string {
  return path === 'amountCents' ? 'amount' : path
}
