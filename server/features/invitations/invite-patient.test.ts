import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { aChild } from '#testing/guardians.ts'
import { aGuestAddress, inviteInto } from '#testing/invitations.ts'
import { openTestAuth, somebody } from '#testing/sign-in/auth.ts'
import {
  aClinic,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { addressKey } from '../clinics/limit-calls.ts'
import { activateMembership } from '../memberships/joining/activate-membership.ts'
import { resendInvitation } from './resend-invitation.ts'

let clinic: TestClinic
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise Family Clinic' })
})

const invite = (by: Caller, changes?: object) => inviteInto(test, clinic, by, changes)

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

// spec: B7 invite-patient mails an invitation with role and name
it('creates a pending membership, an invitation for 72 hours, a mail in the clinic’s name and an audit row', async () => {
  const email = aGuestAddress()
  const invitation = await invite(clinic.admin.caller(), { email: email.toUpperCase(), role: 'staff' })

  expect(invitation).toEqual({
    id: expect.any(String),
    membershipId: expect.any(String),
    email,
    role: 'staff',
    expiresAt: new Date(test.clock.now().getTime() + 72 * 3_600_000).toISOString(),
    endsEarlierLink: false,
  })
  expect(await waitingRows()).toEqual([
    { id: invitation.membershipId, role: 'staff', status: 'invited', user_id: null },
  ])
  const mail = await test.mailTo(email)
  expect(mail).toMatchObject({ template: 'invitation', subject: 'Sunrise Family Clinic invites you' })
  expect(mail.text).toContain('Hello Dana,')
  expect(mail.text).toContain('to its team.')
  expect(
    await test.db.asOwner(
      'select action, actor_id, subject_id, details from app.audit_log where clinic_id = $1',
      [clinic.id],
    ),
  ).toEqual([
    {
      action: 'invitation.sent',
      actor_id: clinic.admin.userId,
      subject_id: invitation.membershipId,
      details: { invitation: invitation.id, role: 'staff' },
    },
  ])
  const jobs = await test.db.asOwner(
    `select data from jobs.job where name = 'mail.send' and state = 'created'`,
  )
  expect(jobs.length).toBeGreaterThan(0)
})

it('stores only the token’s hash', async () => {
  const email = aGuestAddress()
  const { id } = await invite(clinic.admin.caller(), { email })
  const { tokenHash: linkToken } = await test.mailTo(email)
  expect(linkToken.length).toBeGreaterThanOrEqual(32)
  const [row] = await test.db.asOwner<{ matches: boolean }>(
    `select token_hash = sha256($2::bytea) as matches from invitations where id = $1`,
    [id, Buffer.from(linkToken)],
  )
  expect(row?.matches).toBe(true)
})

it('the link signs a new user in, and accepting makes the membership theirs', async () => {
  const email = aGuestAddress()
  const { membershipId } = await invite(clinic.admin.caller(), { email, name: 'Dana Whitfield' })
  const caller = await openLink(email)
  await accept(caller)
  expect(await waitingRows()).toEqual([
    { id: membershipId, role: 'patient', status: 'active', user_id: caller.userId },
  ])
  expect(await test.db.asOwner('select full_name from patients where clinic_id = $1', [clinic.id])).toEqual([
    { full_name: 'Dana Whitfield' },
  ])
})

it('the link works once', async () => {
  const email = aGuestAddress()
  await invite(clinic.admin.caller(), { email })
  const { tokenHash } = await test.mailTo(email)
  expect((await verify(tokenHash)).status).toBe(200)
  expect(await verify(tokenHash)).toMatchObject({ status: 403, body: { error_code: 'otp_expired' } })
})

it('answers known and unknown addresses the same, and reveals nothing of the account', async () => {
  const known = await somebody(test, { email: aGuestAddress() })
  const forKnown = await invite(clinic.admin.caller(), { email: known.email })
  const forNew = await invite(clinic.admin.caller())
  expect(Object.keys(forKnown)).toEqual(Object.keys(forNew))
  expect((await waitingRows()).map(({ status, user_id }) => ({ status, user_id }))).toEqual([
    { status: 'invited', user_id: null },
    { status: 'invited', user_id: null },
  ])
  expect((await test.mailTo(known.email)).template).toBe('invitation')
  const { status } = await test.send('POST', '/token?grant_type=password', {
    body: { email: known.email, password: known.password },
  })
  expect(status).toBe(200)
})

it('inviting the same address again changes the offer and voids the earlier link', async () => {
  const email = aGuestAddress()
  const first = await invite(clinic.admin.caller(), { email, role: 'staff' })
  const { tokenHash: old } = await test.mailTo(email)
  test.clock.advance('PT1M')
  const second = await invite(clinic.admin.caller(), { email, role: 'member' })
  expect(second.membershipId).toBe(first.membershipId)
  expect(await waitingRows()).toMatchObject([{ role: 'member' }])
  expect((await verify(old)).status).toBe(403)
  expect((await test.mailTo(email)).tokenHash).not.toBe(old)
  expect(
    await test.db.asOwner(
      'select id from invitations where clinic_id = $1 and revoked_at is null and accepted_at is null',
      [clinic.id],
    ),
  ).toEqual([{ id: second.id }])
})

it('inviting again without a name uses the earlier name, and the mail says that the earlier link ended', async () => {
  const email = aGuestAddress()
  const first = await invite(clinic.admin.caller(), { email, name: 'Dana Whitfield' })
  expect(first.endsEarlierLink).toBe(false)
  test.clock.advance('PT1M')
  const second = await invite(clinic.admin.caller(), { email, name: null })
  expect(second.endsEarlierLink).toBe(true)
  const named = () =>
    test.db.asOwner('select name from invitations where clinic_id = $1 and revoked_at is null', [clinic.id])
  expect(await named()).toEqual([{ name: 'Dana Whitfield' }])
  expect((await test.mailTo(email)).text).toContain('Hello Dana Whitfield,')
  test.clock.advance('PT1M')
  await invite(clinic.admin.caller(), { email, name: 'Dana Reyes' })
  expect(await named()).toEqual([{ name: 'Dana Reyes' }])
  test.clock.advance('P4D')
  expect((await invite(clinic.admin.caller(), { email, name: '' })).endsEarlierLink).toBe(false)
  expect(await named()).toEqual([{ name: 'Dana Reyes' }])
})

it('inviting one address twice at once leaves one pending membership, in 20 rounds', async () => {
  for (let round = 0; round < 20; round++) {
    const email = aGuestAddress()
    const by = await aStaffMember(test.db, clinic)
    await Promise.all([invite(by.caller(), { email }), invite(by.caller(), { email })])
    const rows = await test.db.asOwner<{ memberships: number; live: number }>(
      `select count(distinct membership_id)::int as memberships, count(*) filter (where revoked_at is null)::int as live
         from invitations where email = $1`,
      [email],
    )
    expect(rows).toEqual([{ memberships: 1, live: 1 }])
  }
})

it('two clinics may invite one person, each for itself', async () => {
  const email = aGuestAddress()
  await invite(clinic.admin.caller(), { email })
  const { tokenHash: here } = await test.mailTo(email)
  test.clock.advance('PT1S')
  await invite(other.admin.caller(), { email, clinicId: other.id })
  expect((await verify(here)).status).toBe(200)
})

describe('each role may offer', () => {
  const roles = ['admin', 'staff', 'member', 'patient'] as const
  const people = {
    admin: async () => clinic.admin,
    staff: async () => aStaffMember(test.db, clinic),
    member: async () => aStaffMember(test.db, clinic, { role: 'member' }),
    'a read-only member': async () => aStaffMember(test.db, clinic, { isReadOnly: true }),
    patient: async () => aPatient(test.db, clinic),
    'a deactivated admin': async () => aStaffMember(test.db, clinic, { role: 'admin', suspended: true }),
    'an admin of another clinic': async () => other.admin,
    'a user without a membership': async () => aSignedInPerson(test.db),
  }
  const mayOffer: Record<string, readonly string[]> = {
    admin: roles,
    staff: ['patient'],
    member: ['patient'],
  }

  describe.each(Object.keys(people) as (keyof typeof people)[])('%s', (who) => {
    it.each(roles)('offers %s', async (role) => {
      const person = await people[who]()
      const inviting = invite(person.caller(clinic), { role })
      if (mayOffer[who]?.includes(role)) expect(await inviting).toMatchObject({ role })
      else {
        await expect(inviting).rejects.toMatchObject({ code: 'not_allowed' })
        expect((await waitingRows()).filter(({ status }) => status === 'invited')).toHaveLength(
          who === 'a deactivated admin' ? 1 : 0,
        )
      }
    })
  })

  it('refuses another clinic’s id as an unknown one, on any host', async () => {
    for (const clinicId of [other.id, crypto.randomUUID()]) {
      for (const place of [clinic, null]) {
        await expect(invite(clinic.admin.caller(place), { clinicId })).rejects.toMatchObject({
          code: 'not_allowed',
        })
      }
    }
  })

  it('on a shared host, the request names the clinic', async () => {
    expect(await invite(clinic.admin.caller(null))).toMatchObject({ role: 'patient' })
  })
})

it('refuses a member of the clinic, and reports if they are deactivated', async () => {
  const patient = await aPatient(test.db, clinic)
  const pending = await aPatient(test.db, clinic, { status: 'pending' })
  const suspended = await aPatient(test.db, clinic, { suspended: true })
  const by = clinic.admin.caller()
  await expect(invite(by, { email: patient.email })).rejects.toMatchObject({ code: 'already_member' })
  await expect(invite(by, { email: pending.email })).rejects.toMatchObject({ code: 'already_member' })
  await expect(invite(by, { email: suspended.email })).rejects.toMatchObject({ code: 'member_suspended' })
  expect((await invite(by, { email: other.admin.email })).role).toBe('patient')
})

it('may invite a removed member', async () => {
  const patient = await aPatient(test.db, clinic)
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
    patient.membershipId,
  ])
  await invite(clinic.admin.caller(), { email: patient.email })
  await accept(patient.caller())
  expect(await waitingRows()).toMatchObject([{ role: 'patient', status: 'active', user_id: patient.userId }])
})

it.each([
  [{ email: 'nobody' }, 'email', 'Please enter a valid email address.'],
  [{ role: 'owner' }, 'role', 'Please select a role.'],
  [{ role: undefined }, 'role', 'Please select a role.'],
  [{ name: 'x'.repeat(201) }, 'name', 'The name may have at most 200 characters.'],
])('refuses %o with the form’s message', async (changes, path, message) => {
  await expect(invite(clinic.admin.caller(), changes)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path, message }],
  })
})

it('works without a name', async () => {
  for (const name of [null, undefined, '']) {
    const email = aGuestAddress()
    await invite(clinic.admin.caller(), { email, name })
    expect((await test.mailTo(email)).text).not.toContain('Hello')
  }
})

it('shows a hostile name as text', async () => {
  const email = aGuestAddress()
  await invite(clinic.admin.caller(), { email, name: '<img src=x onerror=alert(1)>' })
  expect((await test.mailTo(email)).html).not.toContain('<img')
})

it('is limited by inviter and by address', async () => {
  const email = aGuestAddress()
  await exhaustLimit(test.db, 'invite-address', addressKey(email))
  await expect(invite(clinic.admin.caller(), { email })).rejects.toMatchObject({ code: 'rate_limited' })
  await exhaustLimit(test.db, 'invite', clinic.admin.userId)
  await expect(invite(clinic.admin.caller())).rejects.toMatchObject({ code: 'rate_limited' })
})

describe('read-only access', () => {
  const marks = () =>
    test.db.asOwner<{ role: string; status: string; is_read_only: boolean }>(
      `select role, status, is_read_only from clinic_memberships
        where clinic_id = $1 and not is_owner and ended_at is null`,
      [clinic.id],
    )

  it('is offered with the invitation, and applies on accepting', async () => {
    const email = aGuestAddress()
    await invite(clinic.admin.caller(), { email, role: 'member', isReadOnly: true })
    expect(await marks()).toEqual([{ role: 'member', status: 'invited', is_read_only: true }])
    await accept(await openLink(email))
    expect(await marks()).toEqual([{ role: 'member', status: 'active', is_read_only: true }])
  })

  it('ends if the same address is invited again as an admin', async () => {
    const email = aGuestAddress()
    await invite(clinic.admin.caller(), { email, role: 'member', isReadOnly: true })
    await invite(clinic.admin.caller(), { email, role: 'admin', isReadOnly: true })
    await accept(await openLink(email))
    expect(await marks()).toEqual([{ role: 'admin', status: 'active', is_read_only: false }])
  })
})

describe('to an existing record of the clinic', () => {
  const holderOf = async (patientId: string) =>
    (
      await test.db.asOwner<{ user_id: string | null; email: string | null }>(
        'select user_id, email from patients where id = $1',
        [patientId],
      )
    )[0]
  const recordsOf = async (userId: string | null) =>
    (
      await test.db.asOwner('select 1 from patients where clinic_id = $1 and user_id = $2', [
        clinic.id,
        userId,
      ])
    ).length

  it('accepting assigns it, also after the invitation was sent again', async () => {
    const { patientId } = await aChild(test.db, clinic)
    const email = aGuestAddress()
    const { membershipId } = await invite(clinic.admin.caller(), { email, role: 'patient', patientId })
    expect(await holderOf(patientId)).toEqual({ user_id: null, email: null })
    await resendInvitation.call(test.services, clinic.admin.caller(), { membershipId })
    const young = await openLink(email)
    await accept(young)
    expect(await holderOf(patientId)).toEqual({ user_id: young.userId, email })
    expect(await recordsOf(young.userId)).toBe(1)
  })

  it('refuses another clinic’s record, an unknown one, and one with an account', async () => {
    const foreign = await aChild(test.db, other)
    const taken = await aPatient(test.db, clinic)
    for (const patientId of [foreign.patientId, crypto.randomUUID(), taken.patientId])
      await expect(
        invite(clinic.admin.caller(), { email: aGuestAddress(), role: 'patient', patientId }),
      ).rejects.toMatchObject({ code: 'not_found' })
  })

  it('a user with a record does not get the other, which stays without a sign-in', async () => {
    const { patientId } = await aChild(test.db, clinic)
    const own = await aPatient(test.db, clinic)
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [own.membershipId])
    await invite(clinic.admin.caller(), { email: own.email, role: 'patient', patientId })
    await accept(own.caller(null))
    expect(await holderOf(patientId)).toMatchObject({ user_id: null })
    expect(await recordsOf(own.userId)).toBe(1)
  })
})
