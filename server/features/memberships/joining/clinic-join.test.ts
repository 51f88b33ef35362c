import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { addressKey } from '#server/features/clinics/limit-calls.ts'
import { exhaustLimit } from '#testing/database/rate-limits.ts'
import { openTestAuth, somebody } from '#testing/sign-in/auth.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aVisitor,
  type Person,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { activateMembership } from './activate-membership.ts'
import { clinicJoin } from './clinic-join.ts'

let clinic: TestClinic
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())
beforeEach(async () => {
  clinic = await aClinic(test.db, { name: 'Sunrise Family Clinic' })
})

const password = 'a quiet morning walk'
const anAddress = () => `joiner-${crypto.randomUUID()}@example.test`

function join(changes: object = {}, address: string = crypto.randomUUID()) {
  const body = {
    email: anAddress(),
    password,
    name: 'Dana Whitfield',
    subdomain: clinic.subdomain,
    ...changes,
  }
  return clinicJoin.call(test.services, { ...aVisitor(clinic), address }, body)
}

async function membershipsOf(email: string) {
  return test.db.asOwner<{ id: string; role: string; status: string; accepted: boolean; user_id: string }>(
    `select m.id, m.role, m.status, m.user_id, m.accepted_at is not null as accepted
       from clinic_memberships m join auth.users u on u.id = m.user_id
      where m.clinic_id = $1 and u.email = $2 and m.ended_at is null`,
    [clinic.id, email],
  )
}

async function patientOf(email: string) {
  const [patient] = await test.db.asOwner<{ id: string; full_name: string }>(
    'select id, full_name from patients where clinic_id = $1 and email = $2',
    [clinic.id, email],
  )
  return patient
}

async function signIn(email: string, secret = password) {
  const { status, body } = await test.send('POST', '/token?grant_type=password', {
    body: { email, password: secret },
  })
  return { status, userId: body.user?.id as string, sessionId: sessionOf(body.access_token) }
}

function sessionOf(token: string | undefined): string {
  if (!token) return ''
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).session_id
}

const callerOf = (session: { userId: string; sessionId: string }) => ({
  ...aVisitor(clinic),
  userId: session.userId,
  sessionId: session.sessionId,
})

const actorOf = (session: { userId: string; sessionId: string }) =>
  test.services.transactions.withActor(callerOf(session), async (_tx, who) => who)

describe('a new address', () => {
  // spec: A4 A public join creates account, membership and patient record
  // spec: A7 clinic-join creates an account that can sign in
  it('gets an account that can sign in at once, a pending membership and a patient record', async () => {
    const email = anAddress()
    expect(await join({ email: email.toUpperCase() })).toEqual({ success: true })

    const session = await signIn(email)
    expect(session.status).toBe(200)
    expect(await membershipsOf(email)).toMatchObject([
      { role: 'patient', status: 'pending', accepted: false, user_id: session.userId },
    ])
    expect(await patientOf(email)).toMatchObject({ full_name: 'Dana Whitfield' })
    expect(
      await test.db.asOwner('select action, actor_kind from app.audit_log where clinic_id = $1', [clinic.id]),
    ).toEqual([{ action: 'membership.requested', actor_kind: 'visitor' }])
  })

  it('has no access until the address is confirmed', async () => {
    const email = anAddress()
    await join({ email })
    const session = await signIn(email)
    expect(await actorOf(session)).toMatchObject({
      databaseRole: 'authenticated',
      role: null,
      patientId: null,
    })
    const [membership] = await membershipsOf(email)
    await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
      tx
        .updateTable('clinic_memberships')
        .set({ status: 'active' })
        .where('id', '=', membership?.id ?? '')
        .execute(),
    )
    expect(await actorOf(session)).toMatchObject({
      databaseRole: 'authenticated',
      role: null,
      patientId: null,
    })
    const seen = await test.services.transactions
      .withActor(callerOf(session), (tx) => tx.selectFrom('patients').select('id').execute())
      .catch((error) => error.code)
    expect(seen).toBe('42501')
  })

  it('becomes active with the link of the mail, in the clinic’s name', async () => {
    const email = anAddress()
    await join({ email })
    const mail = await test.mailTo(email)
    expect(mail.subject).toContain('Sunrise Family Clinic')
    const session = await signIn(email)

    const { status } = await test.send('POST', '/verify', {
      body: { type: 'signup', token_hash: mail.tokenHash, password },
    })

    expect(status).toBe(200)
    expect(await membershipsOf(email)).toMatchObject([{ status: 'active', accepted: true }])
    expect(await actorOf(session)).toMatchObject({
      databaseRole: 'clinic_patient',
      role: 'patient',
      patientId: (await patientOf(email))?.id,
    })
    expect(
      await test.db.asOwner(
        `select action, details from app.audit_log where clinic_id = $1 and action = 'membership.activated'`,
        [clinic.id],
      ),
    ).toEqual([{ action: 'membership.activated', details: { from: 'pending' } }])
  })

  it('preserves the first password and one membership when the form is sent twice', async () => {
    const email = anAddress()
    await join({ email })
    await join({ email, password: 'another quiet walk', name: 'Somebody Else' })
    expect((await signIn(email)).status).toBe(200)
    expect((await signIn(email, 'another quiet walk')).status).toBe(400)
    expect(await membershipsOf(email)).toHaveLength(1)
    expect(await patientOf(email)).toMatchObject({ full_name: 'Dana Whitfield' })
  })

  it('gets one account and one membership when the form is sent twice at once, in 5 rounds', async () => {
    for (let round = 0; round < 5; round++) {
      const email = anAddress()
      const outcomes = await Promise.allSettled([join({ email }), join({ email })])
      expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled'])
      expect(await membershipsOf(email)).toHaveLength(1)
    }
  })
})

describe('an address that has an account', () => {
  it('gets the same answer and preserves its password; its owner gets a link to sign in and join', async () => {
    const known = await somebody(test, { email: anAddress() })
    expect(await join({ email: known.email })).toEqual({ success: true })
    expect((await signIn(known.email)).status).toBe(400)
    expect((await signIn(known.email, known.password)).status).toBe(200)
    const mail = await test.mailTo(known.email)
    expect(mail.template).toBe('sign-in-to-join')
    expect(mail.subject).toBe('Sign in to join Sunrise Family Clinic')
    expect(new URL(mail.links[0] ?? '').pathname).toBe('/auth/confirm')
  })

  it('is pending, and shows the clinic only what was entered', async () => {
    const known = await somebody(test, { email: anAddress() })
    await test.db.asOwner(
      `update auth.users set user_metadata = '{"full_name": "Real Name"}' where id = $1`,
      [known.id],
    )
    await join({ email: known.email, name: 'As Typed' })
    expect(await membershipsOf(known.email)).toMatchObject([{ status: 'pending', accepted: false }])
    expect(await patientOf(known.email)).toMatchObject({ full_name: 'As Typed' })
  })

  it('becomes active when its owner joins, under their own name', async () => {
    const known = await somebody(test, { email: anAddress() })
    await test.db.asOwner(
      `update auth.users set user_metadata = '{"full_name": "Real Name"}' where id = $1`,
      [known.id],
    )
    await join({ email: known.email, name: 'As Typed' })
    const session = await signIn(known.email, known.password)
    await activateMembership.call(test.services, callerOf(session), { clinicId: clinic.id })
    expect(await membershipsOf(known.email)).toMatchObject([{ status: 'active', accepted: true }])
    expect(await patientOf(known.email)).toMatchObject({ full_name: 'Real Name' })
  })

  it('signs the owner in by the mailed link, once', async () => {
    const known = await somebody(test, { email: anAddress() })
    await join({ email: known.email })
    const { tokenHash } = await test.mailTo(known.email)
    const use = () => test.send('POST', '/verify', { body: { type: 'invite', token_hash: tokenHash } })
    expect(await use()).toMatchObject({ status: 200, body: { user: { id: known.id } } })
    expect((await use()).status).toBe(403)
  })

  it('that is unconfirmed loses the first password with the mailed link, and then is a patient (pre-hijack)', async () => {
    const hijacked = await somebody(test, {
      email: anAddress(),
      confirmed: false,
      password: 'attackers own words',
    })
    await join({ email: hijacked.email })
    const { tokenHash } = await test.mailTo(hijacked.email)
    await test.send('POST', '/verify', { body: { type: 'invite', token_hash: tokenHash } })
    expect((await signIn(hijacked.email, 'attackers own words')).status).toBe(400)
    expect(await membershipsOf(hijacked.email)).toMatchObject([{ status: 'active' }])
  })

  it.each(['active', 'suspended'])('of a patient who is %s changes nothing', async (state) => {
    const patient = await aPatient(test.db, clinic, {
      email: anAddress(),
      ...(state === 'suspended' ? { suspended: true } : {}),
    })
    const before = await membershipsOf(patient.email)
    expect(await join({ email: patient.email })).toEqual({ success: true })
    expect(await membershipsOf(patient.email)).toEqual(before)
    expect((await test.mailTo(patient.email)).template).toBe('already-registered')
  })

  it('of a removed patient is pending again, and the clinic’s record stays unchanged', async () => {
    const patient = await aPatient(test.db, clinic, { email: anAddress(), name: 'Old Name' })
    await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
      patient.membershipId,
    ])
    await test.db.asOwner(`update patients set full_name = 'As The Clinic Writes' where id = $1`, [
      patient.patientId,
    ])
    await join({ email: patient.email })
    expect(await membershipsOf(patient.email)).toMatchObject([{ status: 'pending' }])
    await activateMembership.call(test.services, patient.caller(), { clinicId: clinic.id })
    expect(await patientOf(patient.email)).toEqual({
      id: patient.patientId,
      full_name: 'As The Clinic Writes',
    })
  })

  it('in another clinic stays unchanged there', async () => {
    const other = await aClinic(test.db)
    const patient: Person = await aPatient(test.db, other, { email: anAddress() })
    await join({ email: patient.email })
    const memberships = await test.db.asOwner(
      'select clinic_id, status from clinic_memberships where user_id = $1 order by status',
      [patient.userId],
    )
    expect(memberships).toEqual([
      { clinic_id: other.id, status: 'active' },
      { clinic_id: clinic.id, status: 'pending' },
    ])
  })
})

describe('refuses', () => {
  it.each([
    ['an unknown clinic', { subdomain: 'no-such-clinic' }, 'clinic_not_found'],
    ['a clinic without a name', { subdomain: '' }, 'clinic_not_found'],
    ['a short password', { password: 'short' }, 'invalid_input'],
    ['a well-known password', { password: 'password123' }, 'weak_password'],
    ['the clinic’s name as a password', { password: 'SunriseFamilyClinic1' }, 'weak_password'],
    ['a bad address', { email: 'nobody' }, 'invalid_input'],
    ['no name', { name: ' ' }, 'invalid_input'],
  ])('%s, and creates nothing', async (_what, changes, code) => {
    const email = anAddress()
    await expect(join({ email, ...changes })).rejects.toMatchObject({ code })
    expect(await test.db.asOwner('select id from auth.users where email = $1', [email])).toEqual([])
  })

  it('too many attempts from one network address, or for one email address', async () => {
    await exhaustLimit(test.db, 'clinic-join', '203.0.113.9')
    await expect(join({}, '203.0.113.9')).rejects.toMatchObject({ code: 'rate_limited' })
    const email = anAddress()
    await exhaustLimit(test.db, 'clinic-join-address', addressKey(email))
    await expect(join({ email: email.toUpperCase() })).rejects.toMatchObject({ code: 'rate_limited' })
  })
})

it('answers known and new addresses in the same time', async () => {
  const known = await somebody(test, { email: anAddress() })
  const time = async (email: string) => {
    const startedAt = performance.now()
    await join({ email })
    return performance.now() - startedAt
  }
  await time(anAddress())
  for (const email of [known.email, anAddress()]) expect(await time(email)).toBeGreaterThanOrEqual(119)
})

it('a user may be staff in one clinic and join another as a patient', async () => {
  const other = await aClinic(test.db)
  const patient = await aPatient(test.db, other, { email: anAddress() })
  await aMembershipOf(test.db, patient, clinic, { role: 'staff' })
  await join({ email: patient.email })
  expect(await membershipsOf(patient.email)).toMatchObject([{ role: 'staff', status: 'active' }])
})
