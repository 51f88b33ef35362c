import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  anInvitation,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { joinClinic } from './join-clinic.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const join = (caller: Caller, clinicId = clinic.id) => joinClinic.call(test.services, caller, { clinicId })
const openRows = (person: Person) =>
  test.db.asOwner(
    'select role, status from clinic_memberships where clinic_id = $1 and user_id = $2 and ended_at is null',
    [clinic.id, person.userId],
  )

it('adds a user with a confirmed address as a patient, with a record under their name', async () => {
  const person = await aSignedInPerson(test.db, { name: 'Dana Whitfield' })
  expect(await join(person.caller())).toMatchObject({ membership: { role: 'patient', status: 'active' } })
  expect(await openRows(person)).toEqual([{ role: 'patient', status: 'active' }])
  const patients = await test.db.asOwner('select full_name, email from patients where user_id = $1', [
    person.userId,
  ])
  expect(patients).toEqual([{ full_name: 'Dana Whitfield', email: person.email }])
})

it('answers the same when called again, or twice at once', async () => {
  const person = await aSignedInPerson(test.db)
  const answers = await Promise.allSettled([join(person.caller()), join(person.caller())])
  const again = await join(person.caller())
  for (const answer of answers) if (answer.status === 'fulfilled') expect(answer.value).toEqual(again)
  expect(await openRows(person)).toHaveLength(1)
})

it('accepts a pending invitation with its role', async () => {
  const person = await aSignedInPerson(test.db)
  await anInvitation(test.db, clinic, { email: person.email, role: 'staff' })
  expect(await join(person.caller())).toMatchObject({ membership: { role: 'staff', status: 'active' } })
})

it('leaves a team member’s role unchanged', async () => {
  const staff = await aStaffMember(test.db, clinic)
  expect(await join(staff.caller())).toMatchObject({ membership: { role: 'staff', status: 'active' } })
  expect(await openRows(staff)).toHaveLength(1)
})

it('lets a patient of one clinic join another, and shows neither to the other', async () => {
  const elsewhere = await aClinic(test.db)
  const patient = await aPatient(test.db, elsewhere)
  await join(patient.caller())
  expect(await openRows(patient)).toEqual([{ role: 'patient', status: 'active' }])
  const seen = await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.selectFrom('patients').select('clinic_id').where('user_id', '=', patient.userId).execute(),
  )
  expect(seen).toEqual([{ clinic_id: clinic.id }])
})

it('refuses an address that is not confirmed', async () => {
  const person = await aSignedInPerson(test.db, { confirmed: false })
  await expect(join(person.caller())).rejects.toMatchObject({ code: 'email_not_confirmed' })
  expect(await openRows(person)).toEqual([])
})

it('refuses a deactivated member, an unknown clinic and a visitor', async () => {
  const patient = await aPatient(test.db, clinic, { suspended: true })
  await expect(join(patient.caller())).rejects.toMatchObject({ code: 'membership_suspended' })
  const person = await aSignedInPerson(test.db)
  await expect(join(person.caller(), crypto.randomUUID())).rejects.toMatchObject({ code: 'clinic_not_found' })
  await expect(join(aVisitor(clinic))).rejects.toMatchObject({ code: 'not_signed_in' })
})
