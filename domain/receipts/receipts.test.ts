import { expect, it } from 'vitest'
import { receiptPdfInput } from './inputs.ts'

it('identifies a receipt by its id', () => {
  expect(receiptPdfInput.safeParse({ receiptId: crypto.randomUUID() }).success).toBe(true)
  expect(receiptPdfInput.safeParse({ receiptId: '1' }).success).toBe(false)
})
