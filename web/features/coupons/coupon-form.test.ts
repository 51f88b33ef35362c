import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createCouponInput } from '#domain/coupons/inputs.ts'
import { formErrors } from '#testing/hostile/form-errors.ts'
import { type CouponForm, couponFormSchema, couponInputFrom, emptyCouponForm } from './coupon-form.ts'

const filled: CouponForm = { ...emptyCouponForm, code: ' welcome-10 ' }
const schema = couponFormSchema('usd', '2026-11-23')
const errorsAfter = (changes: Partial<CouponForm>) => formErrors(schema, { ...filled, ...changes })

test('stores a code in capitals, and the server accepts the input', () => {
  const form = schema.parse(filled)
  const input = couponInputFrom(form, 'usd')
  expect(input).toMatchObject({ code: 'WELCOME-10', percent: 10, amountCents: null, months: null })
  expect(z.safeParse(createCouponInput, input).success).toBe(true)
  const amount = couponInputFrom({ ...form, kind: 'amount', amount: '5', duration: 'repeating' }, 'usd')
  expect(amount).toMatchObject({ percent: null, amountCents: 500, duration: 'repeating', months: 3 })
  expect(z.safeParse(createCouponInput, amount).success).toBe(true)
})

test('each field shows its own error', () => {
  expect(errorsAfter({ code: 'a b' })).toHaveProperty('code')
  expect(errorsAfter({ percent: '101' })).toHaveProperty('percent')
  expect(errorsAfter({ kind: 'amount', amount: '0.20' })).toHaveProperty('amount')
  expect(errorsAfter({ duration: 'repeating', months: '25' })).toHaveProperty('months')
  expect(errorsAfter({ maxUses: '0' })).toHaveProperty('maxUses')
  expect(errorsAfter({ lastOn: '2026-11-22' })).toHaveProperty('lastOn')
})

test('ignores fields that do not belong to the choice', () => {
  expect(errorsAfter({ kind: 'percent', amount: 'x', duration: 'once', months: '99' })).toEqual({})
})
