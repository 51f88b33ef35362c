import { beforeEach, describe, expect, it } from 'vitest'
import { profileTexts } from '#domain/texts/profiles.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { savePersonalDetails } from './save-personal-details.ts'

let clinic: TestClinic
let patient: Patient
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  patient = await aPatient(test.db, clinic, { name: 'Nora Hale' })
})

const details = {
  version: 0,
  firstName: 'Nora',
  lastName: 'Hale-Okafor',
  phone: '(212) 555-0123',
  dateOfBirth: '1984-02-29',
  address: '12 Mill Street',
  city: 'New York',
  state: 'NY',
  zipCode: '10001',
}

function save(caller: Caller, changes: object = {}) {
  return savePersonalDetails.call(test.services, caller, { ...details, ...changes })
}

describe('save-personal-details', () => {
  it('stores the details at this clinic, and the name in the account and in the record', async () => {
    expect(await save(patient.caller())).toEqual({ version: 1 })
    const [stored] = await test.db.asOwner(
      `select d.*, date_of_birth::text, p.full_name, u.user_metadata from patient_details d
         join patients p on p.id = d.patient_id join auth.users u on u.id = p.user_id where d.clinic_id = $1`,
      [clinic.id],
    )
    expect(stored).toMatchObject({
      patient_id: patient.patientId,
      phone: '+12125550123',
      date_of_birth: '1984-02-29',
      city: 'New York',
      full_name: 'Nora Hale-Okafor',
      user_metadata: { first_name: 'Nora', last_name: 'Hale-Okafor', full_name: 'Nora Hale-Okafor' },
    })
    expect(
      await test.db.asOwner(
        'select action, actor_id, patient_ids, details from app.audit_log where clinic_id = $1',
        [clinic.id],
      ),
    ).toEqual([
      {
        action: 'patient.details_changed',
        actor_id: patient.userId,
        patient_ids: [patient.patientId],
        details: {},
      },
    ])
  })

  it('refuses a save on top of a newer one, and preserves the newer', async () => {
    await save(patient.caller())
    await save(patient.caller(), { version: 1, city: 'Albany' })
    await expect(save(patient.caller(), { version: 1, city: 'Boston' })).rejects.toMatchObject({
      code: 'changed_elsewhere',
      status: 409,
    })
    expect(
      await test.db.asOwner('select city, version from patient_details where clinic_id = $1', [clinic.id]),
    ).toEqual([{ city: 'Albany', version: 2 }])
  })

  it('lets one of two first saves at once win', async () => {
    const saves = await Promise.allSettled([
      save(patient.caller()),
      save(patient.caller(), { city: 'Albany' }),
    ])
    expect(saves.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  it.each([
    ['phone', '555', profileTexts.phoneInvalid],
    ['dateOfBirth', '2025-02-30', profileTexts.personal.dateOfBirthInvalid],
    ['dateOfBirth', '2999-01-01', profileTexts.personal.dateOfBirthFuture],
    ['firstName', 'N', profileTexts.personal.firstNameShort],
    ['lastName', ' ', profileTexts.personal.lastNameShort],
    ['zipCode', '1'.repeat(21), profileTexts.tooLong(20)],
  ])('refuses %s %s at its field', async (path, value, message) => {
    await expect(save(patient.caller(), { [path]: value })).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path, message }],
    })
  })

  it('is for patients of the clinic only, with a confirmed address', async () => {
    const staff = await aStaffMember(test.db, clinic)
    const pending = await aPatient(test.db, clinic, { status: 'pending', confirmed: false })
    const elsewhere = await aPatient(test.db, await aClinic(test.db))
    await expect(save(staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(save(elsewhere.caller(clinic))).rejects.toMatchObject({ code: 'not_allowed' })
    await expect(save(pending.caller())).rejects.toMatchObject({ code: 'email_not_confirmed' })
    await expect(save(patient.caller(null))).rejects.toMatchObject({ code: 'clinic_missing' })
  })
})
