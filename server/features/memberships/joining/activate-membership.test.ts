import { beforeEach, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  anInvitation,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { activateMembership } from './activate-membership.ts'

let clinic: TestClinic
const test = await setUpServices({ now: new Date().toISOString() })
const other = await aClinic(test.db)
beforeEach(async () => {
  clinic = await aClinic(test.db)
})

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

// spec: A7 activate-membership can be repeated
it('answers the same when called again', async () => {
  const person = await aSignedInPerson(test.db)
  await anInvitation(test.db, clinic, { email: person.email })
  const first = await activate(person.caller())
  expect(await activate(person.caller())).toEqual(first)
  expect(await openRows(person)).toHaveLength(1)
})

it('creates one membership when called twice at once, in 20 rounds', async () => {
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

it('gives one error for a missing invitation, another clinic’s, another user’s and an unknown clinic', async () => {
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

it('never reactivates a deactivated member, by an old link or a new one', async () => {
  const patient = await aPatient(test.db, clinic, { suspended: true })
  await expect(activate(patient.caller())).rejects.toMatchObject({ code: 'membership_suspended' })
  await anInvitation(test.db, clinic, { email: patient.email, role: 'patient' })
  await expect(activate(patient.caller())).rejects.toMatchObject({ code: 'membership_suspended' })
  expect(await openRows(patient)).toEqual([{ role: 'patient', status: 'invited' }])
})

it('does not restore a removed member', async () => {
  const patient = await aPatient(test.db, clinic)
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
    patient.membershipId,
  ])
  await expect(activate(patient.caller())).rejects.toMatchObject({ code: 'invitation_invalid' })
})

it('activates the caller’s own join once the address is confirmed, but no pending team membership', async () => {
  const patient = await aPatient(test.db, clinic, { status: 'pending' })
  expect(await activate(patient.caller())).toMatchObject({
    membership: { role: 'patient', status: 'active' },
  })
  const staff = await aStaffMember(test.db, clinic, { status: 'pending' })
  await expect(activate(staff.caller())).rejects.toMatchObject({ code: 'invitation_invalid' })
})
