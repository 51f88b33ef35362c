import { afterAll, beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aGuestAddress, inviteInto } from '#testing/invitations.ts'
import { openTestAuth } from '#testing/sign-in/auth.ts'
import { aClinic, aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { resendInvitation } from './resend-invitation.ts'
import { revokeInvitation } from './revoke-invitation.ts'

let clinic: TestClinic
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise Family Clinic' })
})

const invite = (by: Caller, changes?: object) => inviteInto(test, clinic, by, changes)

const revoke = (by: Caller, membershipId: string) =>
  revokeInvitation.call(test.services, by, { membershipId })

const verify = (tokenHash: string) =>
  test.send('POST', '/verify', { body: { type: 'invite', token_hash: tokenHash } })

function waitingRows() {
  return test.db.asOwner<{ id: string; role: string; status: string; user_id: string | null }>(
    'select id, role, status, user_id from clinic_memberships where clinic_id = $1 and not is_owner and ended_at is null',
    [clinic.id],
  )
}

async function openLink(email: string): Promise<Caller> {
  const { tokenHash } = await test.mailTo(email)
  const { body } = await verify(tokenHash)
  const claims = JSON.parse(Buffer.from(body.access_token.split('.')[1], 'base64url').toString())
  return { ...aVisitor(), userId: claims.sub, sessionId: claims.session_id }
}

const accept = (caller: Caller) => activateMembership.call(test.services, caller, { clinicId: clinic.id })

it('ends the offer to a colleague and its link, and is audited', async () => {
  const email = aGuestAddress()
  const { membershipId } = await invite(clinic.admin.caller(), { email, role: 'staff' })
  const { tokenHash } = await test.mailTo(email)
  expect(await revoke(clinic.admin.caller(), membershipId)).toEqual({ success: true })
  expect(await waitingRows()).toEqual([])
  expect((await verify(tokenHash)).status).toBe(403)
  await expect(revoke(clinic.admin.caller(), membershipId)).rejects.toMatchObject({ code: 'not_found' })
  expect(
    await test.db.asOwner(`select action from app.audit_log where clinic_id = $1 order by id`, [clinic.id]),
  ).toEqual([{ action: 'invitation.sent' }, { action: 'invitation.revoked' }])
})

it('a patient stays in the list without an account, and can be invited again', async () => {
  const email = aGuestAddress()
  const { membershipId } = await invite(clinic.admin.caller(), { email, name: 'Dana Whitfield' })
  const { tokenHash } = await test.mailTo(email)
  await revoke(clinic.admin.caller(), membershipId)
  expect(await waitingRows()).toMatchObject([{ id: membershipId, status: 'active', user_id: null }])
  expect((await verify(tokenHash)).status).toBe(403)
  const again = { code: 'invitation_not_waiting' }
  await expect(revoke(clinic.admin.caller(), membershipId)).rejects.toMatchObject(again)
  await expect(
    resendInvitation.call(test.services, clinic.admin.caller(), { membershipId }),
  ).rejects.toMatchObject(again)
  expect(await invite(clinic.admin.caller(), { email })).toMatchObject({ membershipId })
})

it('a user signed in by the link can no longer accept', async () => {
  const email = aGuestAddress()
  const { membershipId } = await invite(clinic.admin.caller(), { email })
  const caller = await openLink(email)
  await revoke(clinic.admin.caller(), membershipId)
  await expect(accept(caller)).rejects.toMatchObject({ code: 'invitation_invalid' })
})

it('refuses the wrong role, members, and another clinic’s invitation', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const team = await invite(clinic.admin.caller(), { role: 'staff' })
  await expect(revoke(staff.caller(), team.membershipId)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(revoke(clinic.admin.caller(), staff.membershipId)).rejects.toMatchObject({
    code: 'invitation_not_waiting',
  })
  const theirs = await invite(other.admin.caller(), { clinicId: other.id })
  await expect(revoke(clinic.admin.caller(), theirs.membershipId)).rejects.toMatchObject({
    code: 'not_found',
  })
})
