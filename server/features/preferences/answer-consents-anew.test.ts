import { beforeEach, expect, it } from 'vitest'
import { contactDefaults } from '#domain/preferences/defaults.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Patient } from '#testing/sign-in/people.ts'
import { answerConsentsAnew } from './answer-consents-anew.ts'
import { saveContactPreferences } from './save-contact-preferences.ts'

let patient: Patient
const { test, clinic } = await setUpClinic()
beforeEach(async () => {
  patient = await aPatient(test.db, clinic)
})

/** As the guardian ladder does on the birthday. */
async function ask(of: Patient): Promise<void> {
  await test.db.asOwner(
    `insert into contact_preferences (clinic_id, patient_id, updated_at, asked_anew_at) values ($1, $2, now(), now())`,
    [clinic.id, of.patientId],
  )
}

const chosen = async (of: Patient) =>
  (
    await test.db.asOwner<{ version: number; marketing: boolean; asked: boolean }>(
      `select version, marketing_communications as marketing, asked_anew_at is not null as asked
         from contact_preferences where patient_id = $1`,
      [of.patientId],
    )
  )[0]

it('confirms the current choices, for the patient only, once', async () => {
  const other = await aPatient(test.db, clinic)
  await ask(patient)
  await ask(other)
  for (const _time of [1, 2]) {
    await answerConsentsAnew.call(test.services, patient.caller(), {})
    expect(await chosen(patient)).toEqual({ version: 1, marketing: false, asked: false })
  }
  expect(await chosen(other)).toMatchObject({ asked: true })
})

it('choosing confirms too', async () => {
  await ask(patient)
  const choices = { ...contactDefaults, version: 1, marketingCommunications: true }
  await saveContactPreferences.call(test.services, patient.caller(), choices)
  expect(await chosen(patient)).toMatchObject({ marketing: true, asked: false })
})
