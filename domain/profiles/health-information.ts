/** My Profile, "Health Information" (docs/specification.md B2.6, B3, B5): all optional. */

import * as z from 'zod/mini'
import { profileTexts } from '../texts/profiles.ts'
import { onOneLine } from '../values/one-line.ts'
import type { CountryCode } from '../values/phones.ts'
import { seenVersion } from '../versions.ts'
import { optionalPhone } from './personal-details.ts'

const { tooLong } = profileTexts

/** Maximum lengths, as in the columns of `patient_health`. */
export const healthLimits = { emergencyContact: 200, text: 4000 }

const text = z.string().check(z.trim(), z.maxLength(healthLimits.text, tooLong(healthLimits.text)))

/** `healthInformationForm` adds the check that depends on the clinic. */
export const healthInformationInput = z.object({
  version: seenVersion,
  emergencyContact: z
    .string()
    .check(onOneLine(), z.maxLength(healthLimits.emergencyContact, tooLong(healthLimits.emergencyContact))),
  emergencyPhone: z.string().check(z.maxLength(40)),
  allergies: text,
  medications: text,
  medicalConditions: text,
})
export type HealthInformation = z.infer<typeof healthInformationInput>

/** @param country for phone numbers without a leading + */
export function healthInformationForm(
  country: CountryCode,
): z.ZodMiniType<HealthInformation, HealthInformation> {
  return z.extend(healthInformationInput, { emergencyPhone: optionalPhone(country) })
}
