/** Address on Carefold's invoices to a clinic (docs/specification.md B2.8). */

import * as z from 'zod/mini'
import { clinicTierTexts } from '../texts/clinic-tier.ts'
import { onOneLine } from '../values/one-line.ts'
import { seenVersion } from '../versions.ts'

const texts = clinicTierTexts.billing.address
export const billingCountries = ['US', 'CA'] as const

const line = (limit: number) =>
  z.string().check(z.trim(), onOneLine(), z.maxLength(limit, texts.tooLong(limit)))
const needed = (limit: number, missing: string) => line(limit).check(z.minLength(1, missing))

/** Formats: 94110, 94110-1234; M5V 2T6. */
const postalCodes = { US: /^\d{5}(-\d{4})?$/, CA: /^[A-Z]\d[A-Z] ?\d[A-Z]\d$/i }

export const billingAddressInput = z
  .object({
    version: seenVersion,
    name: needed(200, texts.missing.name),
    line1: needed(200, texts.missing.line1),
    line2: line(200),
    city: needed(100, texts.missing.city),
    state: needed(100, texts.missing.state),
    postalCode: needed(20, texts.missing.postalCode),
    country: z.enum(billingCountries),
  })
  .check(
    z.refine(({ postalCode, country }) => postalCode === '' || postalCodes[country].test(postalCode), {
      error: texts.postalCodeInvalid,
      path: ['postalCode'],
    }),
  )
export type BillingAddressForm = z.infer<typeof billingAddressInput>

export function addressLines(address: Omit<BillingAddressForm, 'version'>): string[] {
  const { name, line1, line2, city, state, postalCode, country } = address
  return [name, line1, line2, `${city}, ${state} ${postalCode}`, texts.countries[country]].filter(Boolean)
}
