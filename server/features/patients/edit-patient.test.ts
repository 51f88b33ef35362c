import { beforeEach, expect, it } from 'vitest'
import type { PersonView } from '#domain/memberships/person.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type TestClinic } from '#testing/sign-in/people.ts'
import { person } from '../memberships/person.ts'
import { searchPeople } from '../memberships/search/search-people.ts'
import { editPatient } from './edit-patient.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const by = () => clinic.admin.caller()

const edit = (patientId: string, changes: object = {}) =>
  editPatient.call(test.services, by(), {
    ...{ patientId, version: 0, contactVersion: 0, name: 'Siobhán Byrne', dateOfBirth: '' },
    ...{ phone: '(212) 555-0147', email: '', mayText: false },
    ...changes,
  })

it('changes what the clinic entered, once per version', async () => {
  const patientId = await aRecord(test.db, clinic, 'Siobhán O’Brien')
  expect(await edit(patientId, { email: 'siobhan@example.test' })).toEqual({ version: 1 })
  await expect(edit(patientId, { name: 'Older' })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const view = (await person.call(test.services, by(), { personId: patientId })) as PersonView
  expect(view).toMatchObject({ name: 'Siobhán Byrne', email: 'siobhan@example.test' })
  const found = () => searchPeople.call(test.services, by(), { text: '555-0147' })
  expect(await found()).toMatchObject({ people: [{ name: 'Siobhán Byrne' }] })
  await edit(patientId, { version: 1, phone: '' })
  expect(await found()).toEqual({ people: [] })
})

it('refuses a patient with an account, and another clinic’s patient', async () => {
  const patient = await aPatient(test.db, clinic)
  await expect(edit(patient.patientId)).rejects.toMatchObject({ code: 'patient_has_account' })
  const foreign = await aRecord(test.db, await aClinic(test.db))
  await expect(edit(foreign)).rejects.toMatchObject({ code: 'not_found' })
})

it('stores and withdraws the consent to texts, unless it has changed since the form was opened', async () => {
  const patientId = await aRecord(test.db, clinic, 'Siobhán O’Brien')
  const consents = () =>
    test.db.asOwner('select is_given, channel from consents where patient_id = $1 order by given_at, id', [
      patientId,
    ])
  await edit(patientId)
  expect(await consents()).toEqual([])
  await edit(patientId, { version: 1, mayText: true })
  expect(await consents()).toEqual([{ is_given: true, channel: 'team' }])
  await expect(edit(patientId, { version: 2 })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  test.clock.advance('PT1M')
  await edit(patientId, { version: 2, contactVersion: 2 })
  expect(await consents()).toMatchObject([{ is_given: true }, { is_given: false, channel: 'team' }])
})
