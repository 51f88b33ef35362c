import { expect, it } from 'vitest'
import { valueSettingsForm } from './inputs.ts'
import { outcomeOf, priceOf, totalValue, typedPrices, type ValueLine } from './value-receipts.ts'

const visits: ValueLine = { service: 'visit:checkup', name: 'Check-up', count: 2, priceCents: 12_000 }
const messages: ValueLine = { service: 'message', name: '', count: 3, priceCents: null }

it('counts the value of services with a price', () => {
  expect(totalValue([visits, messages])).toBe(24_000)
})

it('gives the result of a receipt', () => {
  const outcome = (lines: ValueLine[], paidCents: number) =>
    outcomeOf({ lines, valueCents: totalValue(lines), paidCents })
  expect(outcome([visits, messages], 4_900)).toBe('saved')
  expect(outcome([visits, messages], 30_000)).toBe('cost')
  expect(outcome([visits], 24_000)).toBe('even')
  expect(outcome([], 4_900)).toBe('unused')
  // Without a price, nothing is said about value.
  expect(outcome([messages], 4_900)).toBe('unpriced')
})

it('reads prices as people type them', () => {
  expect(priceOf(' $1,450.75 ', 'usd')).toBe(145_075)
  expect(priceOf('', 'usd')).toBeNull()
  expect(priceOf('0', 'usd')).toBe(0)
  for (const wrong of ['free', '-5', '10000.01', '1.234']) expect(priceOf(wrong, 'usd')).toBeUndefined()
  expect(typedPrices({ message: 1_500 }, 'usd')).toEqual({ message: '15.00' })
})

it('refuses an invalid price at its field', () => {
  const parsed = valueSettingsForm(['message', 'visit:checkup'], 'usd').safeParse({
    version: 0,
    audience: 'everybody',
    message: '15',
    'visit:checkup': 'dear',
  })
  expect(parsed.error?.issues.map(({ path }) => path)).toEqual([['visit:checkup']])
})
