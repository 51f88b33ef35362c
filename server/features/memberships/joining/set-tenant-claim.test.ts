import { beforeEach, expect, it } from 'vitest'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { setTenantClaim } from './set-tenant-claim.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const claim = (person: Person, body: object) => setTenantClaim.call(test.services, person.caller(), body)
const metadata = async (person: Person) =>
  (
    await test.db.asOwner<{ app_metadata: object }>('select app_metadata from auth.users where id = $1', [
      person.userId,
    ])
  )[0]?.app_metadata

// spec: A3 The tenant claim is written for each active team membership
// spec: A7 set-tenant-claim writes the role of the caller
it('writes admin or member for each clinic with the caller on its active team', async () => {
  const person = await aSignedInPerson(test.db)
  const third = await aClinic(test.db)
  await aMembershipOf(test.db, person, clinic, { role: 'admin' })
  await aMembershipOf(test.db, person, other, { role: 'staff' })
  await aMembershipOf(test.db, person, third, { role: 'patient' })
  await test.db.asOwner(`update auth.users set app_metadata = '{"provider": "email"}' where id = $1`, [
    person.userId,
  ])

  const access = { [clinic.id]: 'admin', [other.id]: 'member' }
  expect(await claim(person, { clinicId: third.id })).toEqual({ success: true, tenant_access: access })
  expect(await metadata(person)).toEqual({ provider: 'email', tenant_access: access })
})

it('ignores any role in the request', async () => {
  const patient = await aPatient(test.db, clinic)
  await claim(patient, { clinicId: clinic.id, role: 'admin', tenant_access: { [clinic.id]: 'admin' } })
  expect(await metadata(patient)).toEqual({ tenant_access: {} })
})

it('removes lost roles', async () => {
  const staff = await aStaffMember(test.db, clinic)
  await claim(staff, { clinicId: clinic.id })
  await test.db.asOwner(
    `update clinic_memberships set status = 'invited', suspended_at = now() where id = $1`,
    [staff.membershipId],
  )
  await claim(staff, { clinicId: clinic.id })
  expect(await metadata(staff)).toEqual({ tenant_access: {} })
})

it('gives one error for another clinic, an unknown one and a former one', async () => {
  const person = await aStaffMember(test.db, clinic)
  const removed = await aStaffMember(test.db, other, {})
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
    removed.membershipId,
  ])
  await expect(claim(person, { clinicId: other.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(claim(person, { clinicId: crypto.randomUUID() })).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(claim(removed, { clinicId: other.id })).rejects.toMatchObject({ code: 'not_found' })
  await expect(claim(person, { clinicId: 'not-an-id' })).rejects.toMatchObject({ code: 'invalid_input' })
})
