import { afterAll, beforeAll, expect, it } from 'vitest'
import { type PersonView, readsMessages } from '#domain/memberships/person.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aChild, aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { aClinic, anInvitation, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { person } from './person.ts'

let test: TestServices
let clinic: TestClinic
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
})
afterAll(() => test.close())

async function read(personId: string, by = clinic.admin.caller()): Promise<PersonView> {
  return (await person.call(test.services, by, { personId })) as PersonView
}

it('a patient by membership and by record is the same person', async () => {
  const patient = await aPatient(test.db, clinic, { name: 'Lena Vogt' })
  const view = await read(patient.membershipId)
  expect(view).toMatchObject({
    name: 'Lena Vogt',
    role: 'patient',
    patientId: patient.patientId,
    endedAt: null,
  })
  expect(await read(patient.patientId)).toEqual(view)
})

it('says whether somebody would read a message: the patient, or a guardian with full access today', async () => {
  const child = await aChild(test.db, clinic)
  expect(readsMessages(await read(child.patientId))).toBe(false)
  await aGuardian(test.db, clinic, { ...child, access: 'limited' })
  expect(readsMessages(await read(child.patientId))).toBe(false)
  await aGuardian(test.db, clinic, child)
  expect(readsMessages(await read(child.patientId))).toBe(true)
  await setBirthDate(test.db, clinic, child.patientId, bornYearsAgo(12))
  expect(readsMessages(await read(child.patientId))).toBe(false)
})

it('a member of the team is no patient, and reading them is not recorded', async () => {
  const staff = await aStaffMember(test.db, clinic, { name: 'Sam Staff' })
  const before = await recorded()
  expect(await read(staff.membershipId)).toMatchObject({ name: 'Sam Staff', role: 'staff', patientId: null })
  expect(await recorded()).toBe(before)
})

it('reading a patient is recorded', async () => {
  const patient = await aPatient(test.db, clinic)
  await read(patient.patientId)
  const [last] = await test.db.asOwner(
    `select action, patient_ids, purpose from app.audit_log where clinic_id = $1 order by id desc limit 1`,
    [clinic.id],
  )
  expect(last).toEqual({ action: 'record.read', patient_ids: [patient.patientId], purpose: 'person' })
})

it('a removed person is shown as the clinic knew them, not as they call themselves later', async () => {
  const patient = await aPatient(test.db, clinic, { name: 'Lena Vogt' })
  await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.deleteFrom('clinic_memberships').where('id', '=', patient.membershipId).execute(),
  )
  await test.db.asOwner(
    `update auth.users set email = 'private@later.test', user_metadata = '{"full_name": "Lena Novak"}' where id = $1`,
    [patient.userId],
  )
  const view = await read(patient.membershipId)
  expect(view).toMatchObject({ name: 'Lena Vogt', email: patient.email, endedAt: expect.any(String) })
  expect(await read(patient.patientId)).toEqual(view)
})

it('who came back is shown by the membership of today', async () => {
  const patient = await aPatient(test.db, clinic)
  await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.deleteFrom('clinic_memberships').where('id', '=', patient.membershipId).execute(),
  )
  await test.db.asOwner(
    `insert into clinic_memberships (clinic_id, user_id, role, status, accepted_at) values ($1, $2, 'patient', 'active', now())`,
    [clinic.id, patient.userId],
  )
  expect((await read(patient.patientId)).endedAt).toBeNull()
})

it('an invited person without an account', async () => {
  const { membershipId } = await anInvitation(test.db, clinic, { email: 'kim@person.test', name: 'Kim Park' })
  expect(await read(membershipId)).toMatchObject({
    name: 'Kim Park',
    userId: null,
    status: 'invited',
    invitation: { email: 'kim@person.test' },
  })
})

it('a patient whom the clinic entered itself has no membership', async () => {
  const [record] = await test.db.asOwner<{ id: string }>(
    `insert into patients (clinic_id, full_name) values ($1, 'Walk In') returning id`,
    [clinic.id],
  )
  expect(await read(record?.id ?? '')).toMatchObject({ name: 'Walk In', membershipId: null, userId: null })
})

it('another clinic’s person and nobody are the same to us', async () => {
  const other = await aClinic(test.db)
  const foreign = await aPatient(test.db, other)
  for (const id of [foreign.membershipId, foreign.patientId, foreign.userId, crypto.randomUUID()])
    await expect(read(id)).rejects.toMatchObject({ code: 'not_found' })
})

async function recorded(): Promise<number> {
  const [row] = await test.db.asOwner<{ count: number }>(
    `select count(*)::integer as count from app.audit_log where clinic_id = $1 and action = 'record.read'`,
    [clinic.id],
  )
  return row?.count ?? 0
}
