import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { UserProfile } from '#domain/memberships.ts'
import type { Caller } from '#server/platform/doors.ts'
import {
  aClinic,
  aMembershipOf,
  anInvitation,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  aVisitor,
  type Person,
  type TestClinic,
} from '#testing/people.ts'
import { openTestServices, type TestServices } from '#testing/services.ts'
import { activateMembership } from './activate-membership.ts'
import { getUserProfiles } from './get-user-profiles.ts'
import { setTenantClaim } from './set-tenant-claim.ts'
import { transferOwnership } from './transfer-ownership.ts'

let test: TestServices
let clinic: TestClinic
let other: TestClinic
beforeAll(async () => {
  test = await openTestServices({ now: new Date().toISOString() })
  other = await aClinic(test.db)
})
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

describe('activate-membership', () => {
  const activate = (caller: Caller, clinicId = clinic.id) =>
    activateMembership.call(test.services, caller, { clinicId })
  const openRows = (person: Person) =>
    test.db.asOwner(
      'select role, status from clinic_memberships where clinic_id = $1 and user_id = $2 and ended_at is null',
      [clinic.id, person.userId],
    )

  it.each(['admin', 'staff', 'member', 'patient'] as const)(
    'gives the role of the invitation: %s',
    async (role) => {
      const person = await aSignedInPerson(test.db)
      const { membershipId } = await anInvitation(test.db, clinic, { email: person.email, role })
      expect(await activate(person.caller())).toEqual({
        membership: {
          id: membershipId,
          clinic_id: clinic.id,
          user_id: person.userId,
          role,
          status: 'active',
        },
      })
      expect(await openRows(person)).toEqual([{ role, status: 'active' }])
      expect(
        await test.db.asOwner(
          `select action, actor_id from app.audit_log where clinic_id = $1 and action = 'invitation.accepted'`,
          [clinic.id],
        ),
      ).toEqual([{ action: 'invitation.accepted', actor_id: person.userId }])
    },
  )

  it('asked again answers the same', async () => {
    const person = await aSignedInPerson(test.db)
    await anInvitation(test.db, clinic, { email: person.email })
    const first = await activate(person.caller())
    expect(await activate(person.caller())).toEqual(first)
    expect(await openRows(person)).toHaveLength(1)
  })

  it('asked twice at once makes one membership, in 20 rounds', async () => {
    for (let round = 0; round < 20; round++) {
      const person = await aSignedInPerson(test.db)
      await anInvitation(test.db, clinic, { email: person.email })
      const answers = await Promise.all([activate(person.caller()), activate(person.caller())])
      expect(answers[0]).toEqual(answers[1])
      expect(await openRows(person)).toHaveLength(1)
    }
  })

  it.each([
    ['expired', { expiresAt: new Date(Date.now() - 1000) }],
    ['revoked', { revokedAt: new Date() }],
    ['used', { acceptedAt: new Date() }],
  ])('refuses an invitation that is %s', async (_state, options) => {
    const person = await aSignedInPerson(test.db)
    await anInvitation(test.db, clinic, { email: person.email, ...options })
    await expect(activate(person.caller())).rejects.toMatchObject({ code: 'invitation_invalid', status: 404 })
    expect(await openRows(person)).toEqual([])
  })

  it('expires by the product’s clock', async () => {
    const person = await aSignedInPerson(test.db)
    await anInvitation(test.db, clinic, {
      email: person.email,
      expiresAt: new Date(test.clock.now().getTime() - 1),
    })
    await expect(activate(person.caller())).rejects.toMatchObject({ code: 'invitation_invalid' })
  })

  it('refuses no invitation, another clinic’s, another person’s and an unknown clinic alike', async () => {
    const person = await aSignedInPerson(test.db)
    await anInvitation(test.db, other, { email: person.email })
    await anInvitation(test.db, clinic, { email: 'somebody-else@example.test' })
    for (const clinicId of [clinic.id, crypto.randomUUID()]) {
      await expect(activate(person.caller(), clinicId)).rejects.toMatchObject({ code: 'invitation_invalid' })
    }
  })

  it('refuses an address that is not confirmed, invited or not', async () => {
    const person = await aSignedInPerson(test.db, { confirmed: false })
    await expect(activate(person.caller())).rejects.toMatchObject({ code: 'email_not_confirmed' })
    await anInvitation(test.db, clinic, { email: person.email })
    await expect(activate(person.caller())).rejects.toMatchObject({ code: 'email_not_confirmed' })
  })

  it('never revives somebody deactivated, by an old link or a new one', async () => {
    const patient = await aPatient(test.db, clinic, { suspended: true })
    await expect(activate(patient.caller())).rejects.toMatchObject({ code: 'membership_suspended' })
    await anInvitation(test.db, clinic, { email: patient.email, role: 'patient' })
    await expect(activate(patient.caller())).rejects.toMatchObject({ code: 'membership_suspended' })
    expect(await openRows(patient)).toEqual([{ role: 'patient', status: 'invited' }])
  })

  it('does not bring somebody removed back', async () => {
    const patient = await aPatient(test.db, clinic)
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      patient.membershipId,
    ])
    await expect(activate(patient.caller())).rejects.toMatchObject({ code: 'invitation_invalid' })
  })

  it('makes an own join active once the address is confirmed, but no team membership that waits', async () => {
    const patient = await aPatient(test.db, clinic, { status: 'pending' })
    expect(await activate(patient.caller())).toMatchObject({
      membership: { role: 'patient', status: 'active' },
    })
    const staff = await aStaffMember(test.db, clinic, { status: 'pending' })
    await expect(activate(staff.caller())).rejects.toMatchObject({ code: 'invitation_invalid' })
  })

  it('is for somebody signed in', async () => {
    await expect(activate(aVisitor(clinic))).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('set-tenant-claim', () => {
  const claim = (person: Person, body: object) => setTenantClaim.call(test.services, person.caller(), body)
  const metadata = async (person: Person) =>
    (
      await test.db.asOwner<{ app_metadata: object }>('select app_metadata from auth.users where id = $1', [
        person.userId,
      ])
    )[0]?.app_metadata

  it('writes admin or member for every clinic in whose active team the caller is', async () => {
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

  it('ignores any role that is sent', async () => {
    const patient = await aPatient(test.db, clinic)
    await claim(patient, { clinicId: clinic.id, role: 'admin', tenant_access: { [clinic.id]: 'admin' } })
    expect(await metadata(patient)).toMatchObject({ tenant_access: {} })
  })

  it('takes back what was lost', async () => {
    const staff = await aStaffMember(test.db, clinic)
    await claim(staff, { clinicId: clinic.id })
    await test.db.asOwner(
      `update clinic_memberships set status = 'invited', suspended_at = now() where id = $1`,
      [staff.membershipId],
    )
    await claim(staff, { clinicId: clinic.id })
    expect(await metadata(staff)).toMatchObject({ tenant_access: {} })
  })

  it('refuses another clinic, an unknown one and one that was left, alike', async () => {
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
})

describe('get-user-profiles', () => {
  const ask = (caller: Caller, userIds: string[]) =>
    getUserProfiles.call(test.services, caller, { userIds }) as Promise<UserProfile[]>

  it('gives the team the people of its clinic, and leaves everybody else out', async () => {
    const staff = await aStaffMember(test.db, clinic)
    const patient = await aPatient(test.db, clinic, { name: 'Dana Whitfield' })
    const stranger = await aPatient(test.db, other)
    const seen = await ask(staff.caller(), [patient.userId, stranger.userId, crypto.randomUUID()])
    expect(seen).toMatchObject([
      { id: patient.userId, email: patient.email, raw_user_meta_data: { full_name: 'Dana Whitfield' } },
    ])
  })

  it('gives a patient nothing, and takes at most 100 ids', async () => {
    const patient = await aPatient(test.db, clinic)
    expect(await ask(patient.caller(), [clinic.admin.userId, patient.userId])).toEqual([])
    expect(await ask(clinic.admin.caller(), [])).toEqual([])
    const ids = Array.from({ length: 101 }, () => crypto.randomUUID())
    await expect(ask(clinic.admin.caller(), ids)).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(ask(clinic.admin.caller(), ['x'])).rejects.toMatchObject({ code: 'invalid_input' })
    await expect(ask(aVisitor(clinic), [patient.userId])).rejects.toMatchObject({ code: 'not_signed_in' })
  })
})

describe('transfer-ownership', () => {
  const transfer = (by: Caller, membershipId: string) =>
    transferOwnership.call(test.services, by, { membershipId })
  const owner = async () =>
    (
      await test.db.asOwner<{ id: string }>(
        'select id from clinic_memberships where clinic_id = $1 and is_owner',
        [clinic.id],
      )
    ).map(({ id }) => id)

  it('hands the mark to another admin, who then cannot be removed', async () => {
    const heir = await aStaffMember(test.db, clinic, { role: 'admin' })
    expect(await transfer(clinic.admin.caller(), heir.membershipId)).toEqual({ success: true })
    expect(await owner()).toEqual([heir.membershipId])
    expect(
      await test.db.asOwner('select action, subject_id, details from app.audit_log where clinic_id = $1', [
        clinic.id,
      ]),
    ).toEqual([
      {
        action: 'clinic.ownership_transferred',
        subject_id: heir.membershipId,
        details: { from: clinic.admin.membershipId },
      },
    ])
  })

  it('refuses other admins, staff, and people who are no active admin here', async () => {
    const second = await aStaffMember(test.db, clinic, { role: 'admin' })
    const staff = await aStaffMember(test.db, clinic)
    const suspended = await aStaffMember(test.db, clinic, { role: 'admin', suspended: true })
    await expect(transfer(second.caller(), second.membershipId)).rejects.toMatchObject({ code: 'owner_only' })
    await expect(transfer(staff.caller(), second.membershipId)).rejects.toMatchObject({ code: 'not_allowed' })
    for (const id of [staff, suspended, other.admin, clinic.admin].map(({ membershipId }) => membershipId)) {
      await expect(transfer(clinic.admin.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
    }
    expect(await owner()).toEqual([clinic.admin.membershipId])
  })
})
