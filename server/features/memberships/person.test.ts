import { expect, it } from 'vitest'
import { type PersonView, readsMessages } from '#domain/memberships/person.ts'
import { aChild, aGuardian, bornYearsAgo, setBirthDate } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { changeAccount } from '#testing/sign-in/account-changes.ts'
import { aClinic, anInvitation, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { person } from './person.ts'

const { test, clinic } = await setUpClinic()

async function read(personId: string, by = clinic.admin.caller()): Promise<PersonView> {
  return (await person.call(test.services, by, { personId })) as PersonView
}

it('is the same patient by membership and by record', async () => {
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

it('returns whether a message would be read: by the patient, or a guardian with full access today', async () => {
  const child = await aChild(test.db, clinic)
  expect(readsMessages(await read(child.patientId))).toBe(false)
  await aGuardian(test.db, clinic, { ...child, access: 'limited' })
  expect(readsMessages(await read(child.patientId))).toBe(false)
  await aGuardian(test.db, clinic, child)
  expect(readsMessages(await read(child.patientId))).toBe(true)
  await setBirthDate(test.db, clinic, child.patientId, bornYearsAgo(12))
  expect(readsMessages(await read(child.patientId))).toBe(false)
})

it('of a team member is no patient, and the read is not audited', async () => {
  const staff = await aStaffMember(test.db, clinic, { name: 'Sam Staff' })
  const before = await recorded()
  expect(await read(staff.membershipId)).toMatchObject({ name: 'Sam Staff', role: 'staff', patientId: null })
  expect(await recorded()).toBe(before)
})

it('audits the read of a patient', async () => {
  const patient = await aPatient(test.db, clinic)
  await read(patient.patientId)
  const [last] = await test.db.asOwner(
    `select action, patient_ids, purpose from app.audit_log where clinic_id = $1 order by id desc limit 1`,
    [clinic.id],
  )
  expect(last).toEqual({ action: 'record.read', patient_ids: [patient.patientId], purpose: 'person' })
})

it('of a removed member has the clinic’s data, not later changes to the profile', async () => {
  const patient = await aPatient(test.db, clinic, { name: 'Lena Vogt' })
  await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.deleteFrom('clinic_memberships').where('id', '=', patient.membershipId).execute(),
  )
  await changeAccount(test.db, patient.userId, {
    email: 'private@later.test',
    user_metadata: JSON.stringify({ full_name: 'Lena Novak' }),
  })
  const view = await read(patient.membershipId)
  expect(view).toMatchObject({ name: 'Lena Vogt', email: patient.email, endedAt: expect.any(String) })
  expect(await read(patient.patientId)).toEqual(view)
})

it('of a patient who returned has today’s membership', async () => {
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

it('of an invited patient without an account', async () => {
  const { membershipId } = await anInvitation(test.db, clinic, { email: 'kim@person.test', name: 'Kim Park' })
  expect(await read(membershipId)).toMatchObject({
    name: 'Kim Park',
    userId: null,
    status: 'invited',
    invitation: { email: 'kim@person.test' },
  })
})

it('of a patient entered by the clinic has no membership', async () => {
  const [record] = await test.db.asOwner<{ id: string }>(
    `insert into patients (clinic_id, full_name) values ($1, 'Walk In') returning id`,
    [clinic.id],
  )
  expect(await read(record?.id ?? '')).toMatchObject({ name: 'Walk In', membershipId: null, userId: null })
})

it('gives one error for another clinic’s person and an unknown one', async () => {
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
