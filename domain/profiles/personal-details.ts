/** My Profile, "Personal Details" (docs/specification.md B2.6, B3, B5): a patient's details at one clinic. */

import * as z from 'zod/mini'
import { profileTexts } from '../texts/profiles.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import { type CountryCode, parsePhone } from '../values/phones.ts'
import { seenVersion } from '../versions.ts'

const { personal, tooLong } = profileTexts

/** Maximum lengths, as in the columns of `patient_details`. */
export const detailLimits = { name: 100, address: 200, city: 100, state: 100, zipCode: 20 }

const line = (limit: number) => z.string().check(onOneLine(), z.maxLength(limit, tooLong(limit)))

/** `personalDetailsForm` adds the checks that depend on the clinic. */
export const personalDetailsInput = z.object({
  version: seenVersion,
  firstName: line(detailLimits.name).check(z.minLength(2, personal.firstNameShort)),
  lastName: line(detailLimits.name).check(z.minLength(2, personal.lastNameShort)),
  phone: line(40),
  dateOfBirth: optionalDate(personal.dateOfBirthInvalid),
  address: line(detailLimits.address),
  city: line(detailLimits.city),
  state: line(detailLimits.state),
  zipCode: line(detailLimits.zipCode),
})
export type PersonalDetails = z.infer<typeof personalDetailsInput>

/**
 * @param country for phone numbers without a leading +
 * @param today the clinic's date, YYYY-MM-DD
 */
export function personalDetailsForm({
  country,
  today,
}: {
  country: CountryCode
  today: string
}): z.ZodMiniType<PersonalDetails, PersonalDetails> {
  return z.extend(personalDetailsInput, {
    phone: optionalPhone(country),
    dateOfBirth: optionalDate(personal.dateOfBirthInvalid).check(
      z.refine((date) => date <= today, personal.dateOfBirthFuture),
    ),
  })
}

/** Empty, or a number that `parsePhone` reads. The text stays as typed; the server normalizes it. */
export function optionalPhone(country: CountryCode) {
  return line(40).check(
    z.refine((typed) => typed === '' || parsePhone(typed, country) !== null, profileTexts.phoneInvalid),
  )
}
