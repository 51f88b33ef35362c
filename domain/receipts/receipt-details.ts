/** A clinic's details on receipts, for insurers and tax accounts (docs/payments.md 10). */
import * as z from 'zod/mini'
import { receiptTexts } from '../texts/receipts.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'

const texts = receiptTexts.details
const addressLimit = 5

/** Empty fields are not printed. */
export const receiptDetailsInput = z.object({
  version: seenVersion,
  legalName: z
    .string()
    .check(z.trim(), onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(200, texts.tooLong(200))),
  address: z.string().check(
    z.trim(),
    z.maxLength(400, texts.tooLong(400)),
    z.refine((typed) => typed.split('\n').length <= addressLimit, texts.tooManyLines(addressLimit)),
  ),
  taxNumber: z.string().check(z.trim(), onOneLine(), z.maxLength(40, texts.tooLong(40))),
  npi: z.string().check(
    z.trim(),
    z.refine((typed) => typed === '' || isNpi(typed), texts.npiInvalid),
  ),
  numbersByYear: z.boolean(),
})
export type ReceiptDetailsForm = z.infer<typeof receiptDetailsInput>

/** Ten digits with a Luhn check digit, calculated with the prefix 80840. */
export function isNpi(typed: string): boolean {
  if (!/^[12]\d{9}$/.test(typed)) return false
  const sum = [...`80840${typed}`].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2)
    return total + (value > 9 ? value - 9 : value)
  }, 0)
  return sum % 10 === 0
}
