import { beforeEach, expect, it } from 'vitest'
import type { TeamAccess } from '#domain/team/team.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, anInvitation, aPatient, aStaffMember, type TestClinic } from '#testing/sign-in/people.ts'
import { transferOwnership } from '../memberships/transfer-ownership.ts'
import { changeTeamAccess } from './change-team-access.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

const change = (by: Caller, membershipId: string, access: TeamAccess) =>
  changeTeamAccess.call(test.services, by, { membershipId, access })
const membership = async (id: string) =>
  (
    await test.db.asOwner<{ role: string; is_read_only: boolean }>(
      'select role, is_read_only from clinic_memberships where id = $1',
      [id],
    )
  )[0]

it('makes a member read-only, an admin, and a member again, each audited', async () => {
  const { membershipId } = await aStaffMember(test.db, clinic, { role: 'member' })
  const states = []
  for (const access of ['read-only', 'admin', 'member'] as const) {
    await change(clinic.admin.caller(), membershipId, access)
    states.push(await membership(membershipId))
  }
  expect(states).toEqual([
    { role: 'member', is_read_only: true },
    { role: 'admin', is_read_only: false },
    { role: 'member', is_read_only: false },
  ])
  expect(
    await test.db.asOwner(
      "select details from app.audit_log where clinic_id = $1 and action = 'membership.role_changed' order by id",
      [clinic.id],
    ),
  ).toEqual([
    { details: { from: 'member', to: 'read-only' } },
    { details: { from: 'read-only', to: 'admin' } },
    { details: { from: 'admin', to: 'member' } },
  ])
})

it('staff stay staff, read-only or not, and the same role twice is no change', async () => {
  const { membershipId } = await aStaffMember(test.db, clinic)
  await change(clinic.admin.caller(), membershipId, 'read-only')
  expect(await membership(membershipId)).toEqual({ role: 'staff', is_read_only: true })
  await change(clinic.admin.caller(), membershipId, 'member')
  await change(clinic.admin.caller(), membershipId, 'member')
  expect(await membership(membershipId)).toEqual({ role: 'staff', is_read_only: false })
})

it('changes rights with the member’s next request', async () => {
  const colleague = await aStaffMember(test.db, clinic, { role: 'admin' })
  const { membershipId } = await aStaffMember(test.db, clinic)
  await change(clinic.admin.caller(), colleague.membershipId, 'read-only')
  await expect(change(colleague.caller(), membershipId, 'admin')).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

it('the owner stays an admin until the ownership is transferred', async () => {
  const heir = await aStaffMember(test.db, clinic, { role: 'admin' })
  await expect(change(heir.caller(), clinic.admin.membershipId, 'member')).rejects.toMatchObject({
    code: 'owner_stays_admin',
  })
  await transferOwnership.call(test.services, clinic.admin.caller(), { membershipId: heir.membershipId })
  await change(heir.caller(), clinic.admin.membershipId, 'member')
  expect(await membership(clinic.admin.membershipId)).toEqual({ role: 'member', is_read_only: false })
})

it('the last admin cannot lose the role, also in a clinic without an owner', async () => {
  await test.db.asOwner('update clinic_memberships set is_owner = false where clinic_id = $1', [clinic.id])
  await aStaffMember(test.db, clinic, { role: 'admin', suspended: true })
  await expect(change(clinic.admin.caller(), clinic.admin.membershipId, 'member')).rejects.toMatchObject({
    code: 'last_admin',
  })
})

it('of two admins who demote each other at once, one stays an admin', async () => {
  await test.db.asOwner('update clinic_memberships set is_owner = false where clinic_id = $1', [clinic.id])
  const second = await aStaffMember(test.db, clinic, { role: 'admin' })
  const answers = await Promise.allSettled([
    change(clinic.admin.caller(), second.membershipId, 'member'),
    change(second.caller(), clinic.admin.membershipId, 'member'),
  ])
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
})

it('a pending invitation offers the new role', async () => {
  const { id, membershipId } = await anInvitation(test.db, clinic, {
    email: 'new@example.test',
    role: 'admin',
  })
  await change(clinic.admin.caller(), membershipId, 'read-only')
  expect(await membership(membershipId)).toEqual({ role: 'member', is_read_only: true })
  expect(await test.db.asOwner('select role, revoked_at from invitations where id = $1', [id])).toEqual([
    { role: 'member', revoked_at: null },
  ])
})

it('voids team invitations by a former admin, and not those of patients', async () => {
  const former = await aStaffMember(test.db, clinic, { role: 'admin' })
  const sent = { invitedBy: former }
  await anInvitation(test.db, clinic, { email: 'friend@example.test', role: 'admin', ...sent })
  await anInvitation(test.db, clinic, { email: 'patient@example.test', role: 'patient', ...sent })
  await change(clinic.admin.caller(), former.membershipId, 'member')
  expect(
    await test.db.asOwner('select email from invitations where clinic_id = $1 and revoked_at is null', [
      clinic.id,
    ]),
  ).toEqual([{ email: 'patient@example.test' }])
})

it('finds no patients, members of other clinics and former members', async () => {
  const patient = await aPatient(test.db, clinic)
  const left = await aStaffMember(test.db, clinic)
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [left.membershipId])
  for (const id of [patient.membershipId, left.membershipId, other.admin.membershipId, crypto.randomUUID()]) {
    await expect(change(clinic.admin.caller(), id, 'read-only')).rejects.toMatchObject({ code: 'not_found' })
  }
})
