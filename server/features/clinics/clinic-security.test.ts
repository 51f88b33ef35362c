import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aSignedInPerson, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { aSecondStep } from '#testing/sign-in/second-step.ts'
import { invitePatient } from '../invitations/invite-patient.ts'
import { clinicSecurity } from './clinic-security.ts'
import { createClinicWithAdmin } from './create-clinic-with-admin.ts'
import { updateClinicSecurity } from './update-clinic-security.ts'

let clinic: TestClinic
const test = await setUpServices()
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const read = (caller: Caller) => clinicSecurity.call(test.services, caller, {})
const update = (caller: Caller, requiresMfa: unknown) =>
  updateClinicSecurity.call(test.services, caller, { requiresMfa })

it('returns the clinic’s requirement and whether the session meets it', async () => {
  const staff = await aStaffMember(test.db, clinic)
  expect(await read(staff.caller())).toMatchObject({ requiresMfa: false, mayUseHealthData: true })
  await aSecondStep(test.db, clinic.admin)
  await update(clinic.admin.caller(), true)
  expect(await read(staff.caller())).toMatchObject({ requiresMfa: true, mayUseHealthData: false })
  await aSecondStep(test.db, staff)
  expect(await read(staff.caller())).toMatchObject({ requiresMfa: true, mayUseHealthData: true })
})

it('returns that a new clinic requires two steps', async () => {
  const founder = await aSignedInPerson(test.db)
  const wish = { name: 'Harbor Clinic', subdomain: 'harbor-two-step' }
  await createClinicWithAdmin.call(test.services, founder.caller(), wish)
  expect(await read(founder.caller(wish.subdomain))).toEqual({
    requiresMfa: true,
    mayUseHealthData: false,
    hasPatients: false,
  })
})

it('returns whether there are patients, from the first invitation on', async () => {
  const staff = await aStaffMember(test.db, clinic)
  await aPatient(test.db, await aClinic(test.db))
  expect(await read(staff.caller())).toMatchObject({ hasPatients: false })
  await invitePatient.call(test.services, clinic.admin.caller(), {
    clinicId: clinic.id,
    email: `first-${crypto.randomUUID()}@example.test`,
    role: 'patient',
    redirectUrl: `http://${clinic.subdomain}.carefold.localhost/auth/callback/invite`,
  })
  expect(await read(staff.caller())).toMatchObject({ hasPatients: true })
})
