import { expect, it } from 'vitest'
import { invoicePdfInput, nextPaymentLinkAt } from './invoices.ts'

it('accepts a Stripe invoice id, and nothing that could be a path', () => {
  expect(invoicePdfInput.safeParse({ invoiceId: 'in_1AbCdEfGh' }).success).toBe(true)
  expect(invoicePdfInput.safeParse({ invoiceId: 'in_1/../x' }).success).toBe(false)
})

it('mails a payer again after a day', () => {
  const sent = new Date('2026-05-04T10:00:00Z')
  expect(nextPaymentLinkAt(null, sent)).toBeNull()
  expect(nextPaymentLinkAt(sent, new Date('2026-05-05T09:59:59Z'))).toEqual(new Date('2026-05-05T10:00:00Z'))
  expect(nextPaymentLinkAt(sent, new Date('2026-05-05T10:00:00Z'))).toBeNull()
})
