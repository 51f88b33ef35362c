import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  currencyDigits,
  formatMoney,
  formatPercent,
  formatPrice,
  parseAmount,
  partOf,
  percentChange,
  plainAmount,
} from './money.ts'

// spec: B1 Currency is US dollars in the format en-US
test('formats US dollars as in the specification', () => {
  expect(formatMoney(145_075, 'usd')).toBe('$1,450.75')
  expect(formatPrice(4_900, 'usd')).toBe('$49')
  expect(formatPrice(4_950, 'usd')).toBe('$49.50')
  expect(formatMoney(-1_200, 'usd')).toBe('-$12.00')
})

test.each([
  ['usd', 500, '$5.00', '$5'],
  ['USD', -145_075, '-$1,450.75', '-$1,450.75'],
  ['cad', 1_000, 'CA$10.00', 'CA$10'],
  // Currencies without decimals, and with three.
  ['jpy', 500, '¥500', '¥500'],
  ['kwd', 1_234, 'KWD 1.234', 'KWD 1.234'],
  ['kwd', 5_000, 'KWD 5.000', 'KWD 5'],
])('shows %s %i as %s, as a price %s', (currency, amount, money, price) => {
  const shown = (text: string) => text.replace('\u00a0', ' ')
  expect(shown(formatMoney(amount, currency))).toBe(money)
  expect(shown(formatPrice(amount, currency))).toBe(price)
})

test('percentages are rounded to one decimal', () => {
  expect([formatPercent(0.12), formatPercent(0.1234)]).toEqual(['12%', '12.3%'])
})

test('returns the number of decimals of a currency', () => {
  expect(['usd', 'cad', 'jpy', 'kwd'].map(currencyDigits)).toEqual([2, 2, 0, 3])
  expect(formatMoney(500, 'jpy')).toBe('¥500')
  expect(plainAmount(500, 'jpy')).toBe('500')
  expect(plainAmount(1_234, 'kwd')).toBe('1.234')
})

test.each([
  ['49', 4_900],
  ['49.5', 4_950],
  ['49.50', 4_950],
  ['$99', 9_900],
  [' 1,450.75 ', 145_075],
  ['0.5', 50],
  ['0.29', 29],
  ['', null],
  ['abc', null],
  ['-5', null],
  ['1.005', null],
  ['1,45', null],
  ['12 34', null],
  ['1e3', null],
])('reads %j as %j cents', (text, cents) => {
  expect(parseAmount(text, 'usd')).toBe(cents)
})

test('plain and formatted amounts parse back to the same cents', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_000_000_000 }), (cents) => {
      expect(parseAmount(plainAmount(cents, 'usd'), 'usd')).toBe(cents)
      expect(parseAmount(formatMoney(cents, 'usd'), 'usd')).toBe(cents)
    }),
  )
})

test('compares months in whole percent, and returns null for zero', () => {
  expect(percentChange(1_100, 1_000)).toBe(10)
  expect(percentChange(667, 1_000)).toBe(-33)
  expect(percentChange(0, 1_000)).toBe(-100)
  expect(percentChange(500, 0)).toBeNull()
})

test('rounds a part of an amount half up, also if the product is no safe integer', () => {
  expect([partOf(1, 1, 2), partOf(-1, 1, 2), partOf(-3, 1, 2), partOf(-4, 1, 2)]).toEqual([1, 0, -1, -2])
  // $2,878.43 for a year of which nearly all remains: 287,140.4999...
  expect(partOf(287_843, 31_459_034_293, 365 * 86_400_000)).toBe(287_140)
  const cents = fc.integer({ min: -10_000_000_000, max: 10_000_000_000 })
  const ms = fc.integer({ min: 1, max: 366 * 86_400_000 })
  fc.assert(
    fc.property(cents, ms, ms, (amount, one, other) => {
      const [part, whole] = [Math.min(one, other), Math.max(one, other)]
      const twice = 2n * BigInt(partOf(amount, part, whole)) * BigInt(whole)
      const exact = 2n * BigInt(amount) * BigInt(part)
      return exact >= twice - BigInt(whole) && exact < twice + BigInt(whole)
    }),
  )
})
