import { afterAll, beforeEach, expect, it } from 'vitest'
import type { InvitationView } from '#domain/invitations/invitations.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aGuestAddress, inviteInto } from '#testing/invitations.ts'
import { openTestAuth } from '#testing/sign-in/auth.ts'
import { aClinic, aPatient, aStaffMember, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { resendInvitation } from './resend-invitation.ts'

let clinic: TestClinic
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise Family Clinic' })
})

const invite = (by: Caller, changes?: object) => inviteInto(test, clinic, by, changes)

const resend = (by: Caller, membershipId: string) =>
  resendInvitation.call(test.services, by, { membershipId }) as Promise<{ invitation: InvitationView }>

const verify = (tokenHash: string) =>
  test.send('POST', '/verify', { body: { type: 'invite', token_hash: tokenHash } })

// spec: B2.10 Resend Invitation sends a new link
it('sends a new link for another 72 hours and voids the earlier one', async () => {
  const email = aGuestAddress()
  const first = await invite(clinic.admin.caller(), { email, role: 'staff', name: 'Dana' })
  const { tokenHash: old } = await test.mailTo(email)
  test.clock.advance('PT80H')
  const { invitation } = await resend(clinic.admin.caller(), first.membershipId)
  expect(invitation).toMatchObject({ membershipId: first.membershipId, email, role: 'staff' })
  expect((await verify(old)).status).toBe(403)
  const mail = await test.mailTo(email)
  expect(mail.text).toContain('Hello Dana,')
  expect((await verify(mail.tokenHash)).status).toBe(200)
})

it('refuses members of the clinic, and invitations of another clinic', async () => {
  const by = clinic.admin.caller()
  const patient = await aPatient(test.db, clinic)
  const suspended = await aPatient(test.db, clinic, { suspended: true })
  for (const { membershipId } of [patient, suspended, clinic.admin]) {
    await expect(resend(by, membershipId)).rejects.toMatchObject({ code: 'invitation_not_waiting' })
  }
  const theirs = await invite(other.admin.caller(), { clinicId: other.id })
  for (const id of [theirs.membershipId, crypto.randomUUID()]) {
    await expect(resend(by, id)).rejects.toMatchObject({ code: 'not_found' })
  }
})

it('is for members who may offer the role', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const patient = await aPatient(test.db, clinic)
  const team = await invite(clinic.admin.caller(), { role: 'member' })
  const guest = await invite(clinic.admin.caller(), { role: 'patient' })
  await expect(resend(staff.caller(), team.membershipId)).rejects.toMatchObject({ code: 'not_allowed' })
  expect((await resend(staff.caller(), guest.membershipId)).invitation.role).toBe('patient')
  await expect(resend(patient.caller(), guest.membershipId)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(resend(aVisitor(clinic), guest.membershipId)).rejects.toMatchObject({
    code: 'not_signed_in',
  })
})
