import { expect, it } from 'vitest'
import { receiptPdfInput } from './inputs.ts'
import { receiptFileName, receiptNumber } from './receipts.ts'

it('receipt numbers sort as text up to a million', () => {
  expect([1, 42, 999_999, 1_000_000].map(receiptNumber)).toEqual([
    'R-000001',
    'R-000042',
    'R-999999',
    'R-1000000',
  ])
  expect(receiptFileName(7)).toBe('receipt-R-000007.pdf')
})

it('identifies a receipt by its id', () => {
  expect(receiptPdfInput.safeParse({ receiptId: crypto.randomUUID() }).success).toBe(true)
  expect(receiptPdfInput.safeParse({ receiptId: '1' }).success).toBe(false)
})
