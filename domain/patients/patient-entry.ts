/** "New patient": a patient that the clinic enters, without an account (docs/decisions/0169). */

import * as z from 'zod/mini'
import { optionalPhone } from '../profiles/personal-details.ts'
import { patientTexts } from '../texts/patients.ts'
import { profileTexts } from '../texts/profiles.ts'
import { optionalDate } from '../values/calendar-date.ts'
import { onOneLine } from '../values/one-line.ts'
import type { CountryCode } from '../values/phones.ts'
import { seenVersion } from '../versions.ts'

const texts = patientTexts.validation
const { personal } = profileTexts

/** `patientEntryForm` adds the checks that depend on the clinic. Only the name is required. */
export const patientEntryInput = z.object({
  name: z.string().check(onOneLine(), z.minLength(1, texts.nameMissing), z.maxLength(200, texts.nameTooLong)),
  dateOfBirth: optionalDate(personal.dateOfBirthInvalid),
  phone: z.string().check(onOneLine(), z.maxLength(40)),
  email: z
    .string()
    .check(z.trim(), z.toLowerCase(), z.maxLength(255, texts.email))
    .check(z.refine((typed) => typed === '' || z.email().safeParse(typed).success, texts.email)),
  /** The patient agreed to texts about visits, by phone or at the desk. */
  mayText: z.boolean(),
})
export type PatientEntry = z.infer<typeof patientEntryInput>

/**
 * @param country for phone numbers without a leading +
 * @param today the clinic's date, YYYY-MM-DD
 */
export function patientEntryForm({
  country,
  today,
}: {
  country: CountryCode
  today: string
}): z.ZodMiniType<PatientEntry, PatientEntry> {
  return z
    .extend(patientEntryInput, {
      phone: optionalPhone(country),
      dateOfBirth: optionalDate(personal.dateOfBirthInvalid).check(
        z.refine((date) => date <= today, personal.dateOfBirthFuture),
      ),
    })
    .check(
      z.refine(({ mayText, phone }) => !mayText || phone !== '', {
        path: ['phone'],
        error: texts.phoneForTexts,
      }),
    )
}

export const createPatientInput = z.extend(patientEntryInput, {
  /** One press of the button; becomes the record's id, so that a repeated call creates the record once. */
  attempt: z.uuid(),
  /** The caller has seen the similar patients, and this is another person. */
  isNewPerson: z.boolean(),
})

export const editPatientInput = z.extend(patientEntryInput, {
  patientId: z.uuid(),
  /** Of the stored personal details; 0 for none. */
  version: seenVersion,
  /** Of the stored contact preferences; 0 for none. A patient may have answered STOP since. */
  contactVersion: seenVersion,
})

/** An existing patient who may be the person that is entered. */
export interface SimilarPatient {
  id: string
  name: string
  /** YYYY-MM-DD */
  bornOn: string | null
  hasAccount: boolean
}

/** `patientId` is null if nothing was created because similar patients exist. */
export type CreatedPatient =
  | { patientId: string; similar: [] }
  | { patientId: null; similar: SimilarPatient[] }
