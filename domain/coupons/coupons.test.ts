import fc from 'fast-check'
import { expect, it } from 'vitest'
import { discountOf, shareDiscount } from './coupons.ts'
import { discountText } from './discount-text.ts'
import { couponCode, createCouponInput } from './inputs.ts'

const coupon = {
  code: 'WELCOME-10',
  percent: 10,
  amountCents: null,
  duration: 'forever',
  months: null,
  planId: null,
  maxUses: null,
  lastOn: null,
} as const

it('has a code in capitals and one discount', () => {
  const isFine = (changes: object) => createCouponInput.safeParse({ ...coupon, ...changes }).success
  expect(isFine({})).toBe(true)
  expect(couponCode.parse('  welcome-10 ')).toBe('WELCOME-10')
  expect(isFine({ code: 'AB' })).toBe(false)
  expect(isFine({ code: 'TEN PERCENT' })).toBe(false)
  expect(isFine({ percent: null, amountCents: 500 })).toBe(true)
  expect(isFine({ amountCents: 500 })).toBe(false)
  expect(isFine({ percent: null })).toBe(false)
  expect(isFine({ percent: 101 })).toBe(false)
  expect(isFine({ duration: 'repeating' })).toBe(false)
  expect(isFine({ duration: 'repeating', months: 3 })).toBe(true)
  expect(isFine({ months: 3 })).toBe(false)
})

it('takes off whole cents, half a cent rounded up, and at most the amount', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 1_000_000 }),
      fc.integer({ min: 1, max: 100 }),
      (cents, percent) => {
        const off = discountOf({ percent, amountCents: null, duration: 'once', months: null }, cents)
        expect(off).toBe(Math.round((cents * percent) / 100))
        expect(off).toBeLessThanOrEqual(cents)
      },
    ),
  )
  expect(discountOf({ percent: null, amountCents: 900, duration: 'once', months: null }, 500)).toBe(500)
})

it('is described as a person would say it', () => {
  expect(discountText(coupon, 'usd')).toBe('10% off every payment')
  const amount = { percent: null, amountCents: 500 }
  expect(discountText({ ...coupon, ...amount, duration: 'once' }, 'usd')).toBe('$5.00 off the first payment')
  expect(discountText({ ...coupon, duration: 'repeating', months: 1 }, 'usd')).toBe('10% off for 1 month')
})

it('is shared among the lines of an invoice to the cent, and makes no line negative', () => {
  expect(shareDiscount([4_937, 1_901], 2_257)).toEqual([3_307, 1_274])
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 100_000 }), { maxLength: 4 }),
      fc.nat(100),
      (lines, percent) => {
        const total = lines.reduce((sum, cents) => sum + cents, 0)
        const off = discountOf({ ...coupon, percent, amountCents: null }, total)
        const left = shareDiscount(lines, off)
        expect(left.reduce((sum, cents) => sum + cents, 0)).toBe(total - off)
        expect(left.every((cents, index) => cents >= 0 && cents <= (lines[index] ?? 0))).toBe(true)
      },
    ),
  )
})
