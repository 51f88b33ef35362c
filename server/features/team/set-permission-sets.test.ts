import { beforeEach, expect, it } from 'vitest'
import type { PermissionSet } from '#domain/permissions.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { changeTeamAccess } from './change-team-access.ts'
import { setPermissionSets } from './set-permission-sets.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const set = (by: Caller, membershipId: string, permissionSets: PermissionSet[]) =>
  setPermissionSets.call(test.services, by, { membershipId, permissionSets })
const setsOf = async (id: string) =>
  (
    await test.db.asOwner<{ permission_sets: string[] }>(
      'select permission_sets from clinic_memberships where id = $1',
      [id],
    )
  )[0]?.permission_sets

it('the owner grants and withdraws sets, each change audited once', async () => {
  const { membershipId } = await aStaffMember(test.db, clinic)
  await set(clinic.admin.caller(), membershipId, ['money', 'team', 'money'])
  expect(await setsOf(membershipId)).toEqual(['money', 'team'])
  await set(clinic.admin.caller(), membershipId, ['team', 'money'])
  await set(clinic.admin.caller(), membershipId, [])
  expect(await setsOf(membershipId)).toEqual([])
  expect(
    await test.db.asOwner(
      "select details from app.audit_log where clinic_id = $1 and action = 'membership.permissions_changed' order by id",
      [clinic.id],
    ),
  ).toEqual([{ details: { from: '', to: 'money, team' } }, { details: { from: 'money, team', to: '' } }])
})

it('is for the owner, about staff of this clinic', async () => {
  const staff = await aStaffMember(test.db, clinic, { permissionSets: ['team'] })
  const admin = await aStaffMember(test.db, clinic, { role: 'admin' })
  const patient = await aPatient(test.db, clinic)
  const foreign = await aStaffMember(test.db, other)
  await expect(set(admin.caller(), staff.membershipId, ['money'])).rejects.toMatchObject({
    code: 'owner_only',
  })
  await expect(set(staff.caller(), staff.membershipId, ['money'])).rejects.toMatchObject({
    code: 'not_allowed',
  })
  for (const { membershipId } of [admin, patient, foreign, { membershipId: crypto.randomUUID() }]) {
    await expect(set(clinic.admin.caller(), membershipId, ['money'])).rejects.toMatchObject({
      code: 'not_found',
    })
  }
  expect(await setsOf(staff.membershipId)).toEqual(['team'])
})

it('the set team can change colleagues, but no admins, and promote none to admin', async () => {
  const lead = await aStaffMember(test.db, clinic, { permissionSets: ['team'] })
  const colleague = await aStaffMember(test.db, clinic)
  const change = (membershipId: string, access: 'admin' | 'read-only') =>
    changeTeamAccess.call(test.services, lead.caller(), { membershipId, access })
  await expect(change(colleague.membershipId, 'read-only')).resolves.toEqual({ success: true })
  await expect(change(colleague.membershipId, 'admin')).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(change(clinic.admin.membershipId, 'read-only')).rejects.toMatchObject({ code: 'not_allowed' })
})

it('a member who becomes an admin has no set afterwards', async () => {
  const { membershipId } = await aStaffMember(test.db, clinic, { permissionSets: ['money'] })
  const change = (access: 'admin' | 'member') =>
    changeTeamAccess.call(test.services, clinic.admin.caller(), { membershipId, access })
  await change('admin')
  await change('member')
  expect(await setsOf(membershipId)).toEqual([])
})
