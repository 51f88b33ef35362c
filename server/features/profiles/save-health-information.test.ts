import { beforeEach, describe, expect, it } from 'vitest'
import { profileTexts } from '#domain/texts/profiles.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { saveHealthInformation } from './save-health-information.ts'

let clinic: TestClinic
let patient: Patient
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic, { name: 'Nora Hale' })
})

const health = {
  version: 0,
  emergencyContact: 'Sam Hale, brother',
  emergencyPhone: '+44 20 7946 0018',
  allergies: 'Penicillin',
  medications: '',
  medicalConditions: 'Asthma\nsince 2009',
}

function save(caller: Caller, changes: object = {}) {
  return saveHealthInformation.call(test.services, caller, { ...health, ...changes })
}

describe('save-health-information', () => {
  it('stores it at this clinic only, and none of it in the audit trail', async () => {
    expect(await save(patient.caller())).toEqual({ version: 1 })
    const stored = await test.db.asOwner('select * from patient_health where patient_id = $1', [
      patient.patientId,
    ])
    expect(stored).toMatchObject([
      {
        clinic_id: clinic.id,
        emergency_contact: 'Sam Hale, brother',
        emergency_phone: '+442079460018',
        allergies: 'Penicillin',
        medications: null,
        medical_conditions: 'Asthma\nsince 2009',
      },
    ])
    const trail = await test.db.asOwner('select * from app.audit_log where clinic_id = $1', [clinic.id])
    expect(trail).toMatchObject([{ action: 'patient.health_changed', patient_ids: [patient.patientId] }])
    expect(JSON.stringify(trail)).not.toContain('Penicillin')
  })

  it('refuses a save on top of a newer one', async () => {
    await save(patient.caller())
    await expect(save(patient.caller(), { allergies: '' })).rejects.toMatchObject({
      code: 'changed_elsewhere',
    })
  })

  // spec: B2.6 An invalid emergency phone is refused at its field
  it('refuses an invalid phone number at its field', async () => {
    await expect(save(patient.caller(), { emergencyPhone: 'my brother' })).rejects.toMatchObject({
      fields: [{ path: 'emergencyPhone', message: profileTexts.phoneInvalid }],
    })
  })
})
