import { expect, it } from 'vitest'
import { invoicePdfInput } from './invoices.ts'

it('accepts a Stripe invoice id and nothing that could be a path', () => {
  expect(invoicePdfInput.safeParse({ invoiceId: 'in_1AbCdEfGh' }).success).toBe(true)
  expect(invoicePdfInput.safeParse({ invoiceId: 'in_1/../x' }).success).toBe(false)
})
