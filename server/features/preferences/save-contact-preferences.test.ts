import { beforeEach, describe, expect, it } from 'vitest'
import { contactDefaults } from '#domain/preferences/defaults.ts'
import { preferenceTexts } from '#domain/texts/preferences.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { saveContactPreferences } from './save-contact-preferences.ts'

let clinic: TestClinic
let patient: Patient
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise Clinic' })
  patient = await aPatient(test.db, clinic)
})

function save(changes: object, caller: Caller = patient.caller()) {
  return saveContactPreferences.call(test.services, caller, { ...contactDefaults, ...changes })
}

function ledger() {
  return test.db.asOwner(
    'select purpose, is_given, channel, actor_id, wording, given_at from consents where clinic_id = $1 order by purpose',
    [clinic.id],
  )
}

describe('save-contact-preferences', () => {
  it('records each change, and nothing else, in the ledger with its wording', async () => {
    expect(await save({ marketingCommunications: true, appointmentReminders: false })).toEqual({ version: 3 })
    const by = { channel: 'web', actor_id: patient.userId, given_at: test.clock.now() }
    expect(await ledger()).toMatchObject([
      { purpose: 'appointment_reminders', is_given: false, ...by },
      {
        purpose: 'marketing',
        is_given: true,
        ...by,
        wording: 'Marketing communications. Sunrise Clinic may inform you about new services and offers.',
      },
    ])
    expect(await save({ version: 3, marketingCommunications: true, appointmentReminders: false })).toEqual({
      version: 3,
    })
    expect(await ledger()).toHaveLength(2)
  })

  it('preserves the older decision when a newer one follows', async () => {
    const { version } = (await save({ marketingCommunications: true })) as { version: number }
    await save({ version, marketingCommunications: false })
    expect(await ledger()).toHaveLength(2)
    await expect(test.db.asOwner('delete from consents where clinic_id = $1', [clinic.id])).rejects.toThrow(
      'append-only',
    )
  })

  it('refuses a save on top of a newer one', async () => {
    await save({ marketingCommunications: true })
    await expect(save({ emailNotifications: false })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  })

  it('requires a phone number for text messages', async () => {
    await expect(save({ smsNotifications: true })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'smsNotifications', message: preferenceTexts.contact.phoneMissing }],
    })
    await test.db.asOwner(
      `insert into patient_details (clinic_id, patient_id, phone, updated_at) values ($1, $2, '+12125550123', now())`,
      [clinic.id, patient.patientId],
    )
    await save({ smsNotifications: true })
    expect(await ledger()).toMatchObject([{ purpose: 'sms_care', is_given: true }])
  })
})
