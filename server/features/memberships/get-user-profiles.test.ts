import { beforeEach, expect, it } from 'vitest'
import type { UserProfile } from '#domain/memberships/memberships.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { getUserProfiles } from './get-user-profiles.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const ask = (caller: Caller, userIds: string[]) =>
  getUserProfiles.call(test.services, caller, { userIds }) as Promise<UserProfile[]>

it('returns people of the clinic to its team, and omits all others', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const patient = await aPatient(test.db, clinic, { name: 'Dana Whitfield' })
  const stranger = await aPatient(test.db, other)
  const seen = await ask(staff.caller(), [patient.userId, stranger.userId, crypto.randomUUID()])
  expect(seen).toMatchObject([
    { id: patient.userId, email: patient.email, raw_user_meta_data: { full_name: 'Dana Whitfield' } },
  ])
})

it('returns nothing to a patient, and accepts at most 100 ids', async () => {
  const patient = await aPatient(test.db, clinic)
  expect(await ask(patient.caller(), [clinic.admin.userId, patient.userId])).toEqual([])
  expect(await ask(clinic.admin.caller(), [])).toEqual([])
  const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
  await expect(ask(clinic.admin.caller(), ids)).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(ask(clinic.admin.caller(), ['x'])).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(ask(aVisitor(clinic), [patient.userId])).rejects.toMatchObject({ code: 'not_signed_in' })
})
