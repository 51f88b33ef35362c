import { expect, it } from 'vitest'
import { isNpi, receiptDetailsInput } from './receipt-details.ts'

const filled = {
  version: 0,
  legalName: 'Sunrise Family Clinic PLLC',
  address: '',
  taxNumber: '',
  npi: '',
  numbersByYear: false,
}

it('validates a national provider identifier by its check digit', () => {
  // The example of the standard.
  expect(isNpi('1234567893')).toBe(true)
  for (const typed of ['1234567890', '3234567893', '123456789', '12345678931', '123456789a'])
    expect(isNpi(typed), typed).toBe(false)
})

it('requires only the legal name, and an address that fits its place', () => {
  expect(receiptDetailsInput.safeParse(filled).success).toBe(true)
  expect(receiptDetailsInput.safeParse({ ...filled, legalName: ' ' }).success).toBe(false)
  expect(receiptDetailsInput.safeParse({ ...filled, address: 'a\nb\nc\nd\ne' }).success).toBe(true)
  expect(receiptDetailsInput.safeParse({ ...filled, address: 'a\nb\nc\nd\ne\nf' }).success).toBe(false)
  expect(receiptDetailsInput.safeParse({ ...filled, npi: '1234567890' }).success).toBe(false)
})
