import { afterAll, describe, expect, it } from 'vitest'
import type { RequestedClinic } from '#domain/clinics/clinics.ts'
import { insertEmailUser } from '#server/auth/people/new-users.ts'
import { withoutHooks } from '#server/auth/people/user-creation.ts'
import { createAuthService } from '#server/auth/service.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { fastHasher } from '#testing/database/fast-hasher.ts'
import { changeAccount } from '#testing/sign-in/account-changes.ts'
import { openTestAuth, somebody } from '#testing/sign-in/auth.ts'
import { aClinic, aSignedInPerson, aVisitor } from '#testing/sign-in/people.ts'
import { checkSubdomain } from './check-subdomain.ts'
import { createClinicWithAdmin } from './create-clinic-with-admin.ts'
import { reserveClinicAtSignUp } from './reserve-clinic.ts'

// the database's trigger reads the machine's clock, moved by the offset that `pass` stores
const test = await openTestAuth({}, { now: new Date().toISOString() })
afterAll(() => test.close())

const aName = () => `clinic-${crypto.randomUUID().slice(0, 8)}`

async function create(caller: Caller, body: object): Promise<RequestedClinic> {
  const from = { ...caller, address: crypto.randomUUID() }
  const answer = await createClinicWithAdmin.call(test.services, from, { name: 'Sunrise Clinic', ...body })
  return (answer as { clinic: RequestedClinic }).clinic
}

function clinicsCalled(subdomain: string) {
  return test.db.asOwner<{ id: string; name: string }>('select id, name from clinics where subdomain = $1', [
    subdomain,
  ])
}

async function pass(duration: string): Promise<void> {
  test.clock.advance(duration)
  await test.db.asOwner(
    `insert into app.settings (name, value) values ('clock_offset_ms', $1)
     on conflict (name) do update set value = excluded.value`,
    [String(test.clock.offsetMs)],
  )
}

/** As POST /signup does for a new address. */
async function signUp(
  metadata: object,
  email = `founder-${crypto.randomUUID()}@example.test`,
): Promise<string> {
  return test.services.transactions.withSystem('test: sign-up', async (tx) => {
    const now = test.clock.now()
    const { id } = await insertEmailUser(tx, {
      audience: 'authenticated',
      email,
      passwordHash: null,
      metadata: { ...metadata },
      creation: withoutHooks,
      now,
    })
    await reserveClinicAtSignUp(tx, { userId: id, email, metadata: { ...metadata }, now })
    return id
  })
}

/** As POST /signup does for a known address: a random id and the same hook. */
async function signUpAgain(metadata: object, email: string): Promise<string> {
  const userId = crypto.randomUUID()
  const now = test.clock.now()
  await test.services.transactions.withSystem('test: sign-up', (tx) =>
    reserveClinicAtSignUp(tx, { userId, email, metadata: { ...metadata }, now }),
  )
  return userId
}

const wish = (subdomain: string) => ({ userType: 'clinicAdmin', clinicName: 'Sunrise Clinic', subdomain })
const confirm = (userId: string) => changeAccount(test.db, userId, { email_confirmed_at: new Date() })
const emailOf = async (userId: string) =>
  (await test.db.asOwner<{ email: string }>('select email from auth.users where id = $1', [userId]))[0]
    ?.email ?? ''

it('reserves the name, returns it, and opens the clinic once the address is confirmed', async () => {
  const subdomain = aName()
  const userId = await signUp(wish(subdomain))
  const clinic = await create(aVisitor(), { subdomain, userId })
  expect(clinic).toMatchObject({ name: 'Sunrise Clinic', subdomain })
  expect(await clinicsCalled(subdomain)).toEqual([])
  expect(await checkSubdomain.call(test.services, aVisitor(), { subdomain })).toEqual({
    available: false,
    reason: 'taken',
  })

  await confirm(userId)

  expect(await clinicsCalled(subdomain)).toEqual([{ id: clinic.id, name: 'Sunrise Clinic' }])
  expect(
    await test.db.asOwner(
      'select user_id, role, status, is_owner from clinic_memberships where clinic_id = $1',
      [clinic.id],
    ),
  ).toEqual([{ user_id: userId, role: 'admin', status: 'active', is_owner: true }])
  expect(await test.db.asOwner('select action from app.audit_log where clinic_id = $1', [clinic.id])).toEqual(
    [{ action: 'clinic.created' }],
  )
  expect(
    await test.db.asOwner('select id from app.clinic_requests where subdomain = $1', [subdomain]),
  ).toEqual([])
})

it('takes the zone of the browser that signed up', async () => {
  const subdomain = aName()
  const userId = await signUp({ ...wish(subdomain), timeZone: 'Europe/Berlin' })
  await create(aVisitor(), { subdomain, userId })
  await confirm(userId)
  expect(await test.db.asOwner('select time_zone from clinics where subdomain = $1', [subdomain])).toEqual([
    { time_zone: 'Europe/Berlin' },
  ])
})

it('refuses the sign-up itself when the name is taken, reserved or malformed', async () => {
  const { subdomain } = await aClinic(test.db)
  await expect(signUp(wish(subdomain), 'early@example.test')).rejects.toMatchObject({
    code: 'subdomain_taken',
  })
  await expect(signUp(wish('admin'))).rejects.toMatchObject({ code: 'subdomain_reserved' })
  await expect(signUp(wish('no good'))).rejects.toMatchObject({ code: 'invalid_input' })
  await expect(signUpAgain(wish(subdomain), 'known@example.test')).rejects.toMatchObject({
    code: 'subdomain_taken',
  })
  expect(await test.db.asOwner(`select id from auth.users where email = 'early@example.test'`)).toEqual([])
  expect(
    await test.db.asOwner(`select id from app.clinic_requests where email = 'early@example.test'`),
  ).toEqual([])
})

it('ignores other sign-ups', async () => {
  const userId = await signUp({ userType: 'patient', subdomain: aName(), clinicName: 'Not a clinic' })
  await confirm(userId)
  expect(await test.db.asOwner('select id from clinic_memberships where user_id = $1', [userId])).toEqual([])
})

it('refuses every user id without a pending sign-up with the same error', async () => {
  const confirmed = await aSignedInPerson(test.db)
  const patient = await signUp({ userType: 'patient' })
  for (const userId of [undefined, crypto.randomUUID(), confirmed.userId, patient]) {
    await expect(create(aVisitor(), { subdomain: aName(), userId })).rejects.toMatchObject({
      code: 'not_signed_in',
    })
  }
})

it('can name or rename the clinic for 15 minutes', async () => {
  const userId = await signUp({ userType: 'clinicAdmin' })
  const [first, second, third] = [aName(), aName(), aName()]
  await create(aVisitor(), { subdomain: first, userId })
  await create(aVisitor(), { subdomain: second, userId })
  expect(await checkSubdomain.call(test.services, aVisitor(), { subdomain: first })).toEqual({
    available: true,
  })
  const { subdomain: taken } = await aClinic(test.db)
  await expect(create(aVisitor(), { subdomain: taken, userId })).rejects.toMatchObject({
    code: 'subdomain_taken',
  })

  await pass('PT16M')
  await expect(create(aVisitor(), { subdomain: third, userId })).rejects.toMatchObject({
    code: 'not_signed_in',
  })
  expect((await create(aVisitor(), { subdomain: second, userId })).subdomain).toBe(second)
  await confirm(userId)
  expect(await clinicsCalled(second)).toHaveLength(1)
})

it('answers the same for a known address, and opens nothing for the sign-up', async () => {
  const owner = await aSignedInPerson(test.db)
  const subdomain = aName()
  const madeUpId = await signUpAgain(wish(subdomain), owner.email)
  expect(await create(aVisitor(), { subdomain, userId: madeUpId })).toEqual({
    id: expect.any(String),
    name: 'Sunrise Clinic',
    subdomain,
  })
  const other = await aSignedInPerson(test.db)
  await expect(create(other.caller(), { subdomain })).rejects.toMatchObject({ code: 'subdomain_taken' })
  expect((await create(owner.caller(), { subdomain })).subdomain).toBe(subdomain)
})

it('the latest sign-up with an address wins', async () => {
  const [first, second] = [aName(), aName()]
  const userId = await signUp(wish(first))
  await signUpAgain(wish(second), await emailOf(userId))
  await confirm(userId)
  expect(await clinicsCalled(first)).toEqual([])
  expect(await clinicsCalled(second)).toHaveLength(1)
})

it('a sign-up that corrects a mistyped address takes the name over, and the mistyped one opens nothing', async () => {
  const subdomain = aName()
  const mistyped = await signUp(wish(subdomain))
  await expect(signUp(wish(subdomain))).rejects.toMatchObject({ code: 'subdomain_taken' })
  for (const replacesSignUp of [crypto.randomUUID(), 'no id', null, 7]) {
    await expect(signUp({ ...wish(subdomain), replacesSignUp })).rejects.toMatchObject({
      code: 'subdomain_taken',
    })
  }
  const corrected = await signUp({ ...wish(subdomain), replacesSignUp: mistyped })
  await confirm(mistyped)
  expect(await clinicsCalled(subdomain)).toEqual([])
  await confirm(corrected)
  expect(await clinicsCalled(subdomain)).toHaveLength(1)
})

it('a refused correction leaves the earlier sign-up unchanged', async () => {
  const subdomain = aName()
  const earlier = await signUp(wish(subdomain))
  await expect(signUp({ ...wish('admin'), replacesSignUp: earlier })).rejects.toMatchObject({
    code: 'subdomain_reserved',
  })
  await confirm(earlier)
  expect(await clinicsCalled(subdomain)).toHaveLength(1)
})

it('reserves a name for 48 hours; a later confirmation still opens the clinic if the name is free', async () => {
  const [kept, lost] = [aName(), aName()]
  const late = await signUp(wish(kept))
  const tooLate = await signUp(wish(lost))
  await pass('PT49H')
  const quick = await aSignedInPerson(test.db)
  expect((await create(quick.caller(), { subdomain: lost })).subdomain).toBe(lost)
  await confirm(tooLate)
  await confirm(late)
  expect(await test.db.asOwner('select id from clinic_memberships where user_id = $1', [tooLate])).toEqual([])
  expect(await clinicsCalled(kept)).toHaveLength(1)
})

it('gives a name to either a sign-up or a signed-in user at the same time, in 20 rounds', async () => {
  for (let round = 0; round < 20; round++) {
    const subdomain = aName()
    const person = await aSignedInPerson(test.db)
    const outcomes = await Promise.allSettled([
      create(person.caller(), { subdomain }),
      signUp(wish(subdomain)),
    ])
    expect(outcomes.filter((outcome) => outcome.status === 'rejected')).toMatchObject([
      { reason: { code: 'subdomain_taken' } },
    ])
  }
})

describe('by POST /signup', () => {
  async function post(path: string, body: object) {
    const settings = { rateLimits: null, mailsPerHour: null, addressAnswerMs: 0, mailIntervalSeconds: 0 }
    const hooks = { beforeSignUp: reserveClinicAtSignUp }
    const auth = createAuthService(test.services, { settings, hooks, hasher: fastHasher })
    const request = new Request(`http://carefold.localhost:3000/auth/v1${path}`, {
      method: 'POST',
      headers: { 'x-supabase-api-version': '2024-01-01' },
      body: JSON.stringify(body),
    })
    const response = await auth.fetch(request, { requestId: crypto.randomUUID(), address: null })
    return { status: response.status, body: await response.json() }
  }

  const password = 'a quiet morning walk'
  const anAddress = () => `founder-${crypto.randomUUID()}@example.test`

  it('sign up, name the clinic, confirm by mail, sign in: the founder is in their clinic', async () => {
    const [email, subdomain] = [anAddress(), aName()]
    const { body: user } = await post('/signup', { email, password, data: wish(subdomain) })
    const clinic = await create(aVisitor(), { subdomain, userId: user.id })

    const { tokenHash } = await test.mailTo(email)
    expect((await post('/verify', { type: 'signup', token_hash: tokenHash, password })).status).toBe(200)
    const { body: session } = await post('/token?grant_type=password', { email, password })

    const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1], 'base64url').toString())
    const caller = { ...aVisitor(subdomain), userId: claims.sub, sessionId: claims.session_id }
    const actor = await test.services.transactions.withActor(caller, async (_tx, who) => who)
    expect(actor).toMatchObject({ role: 'admin', clinicId: clinic.id })
  })

  it('a taken name leaves no account and no mail, and reveals nothing about the address', async () => {
    const { subdomain } = await aClinic(test.db)
    const known = await somebody(test, { email: anAddress() })
    for (const email of [anAddress(), known.email]) {
      expect(await post('/signup', { email, password, data: wish(subdomain) })).toMatchObject({
        status: 409,
        body: {
          code: 'subdomain_taken',
          message: 'This address is already taken. Please choose another one.',
        },
      })
      expect(await test.mailCount(email)).toBe(0)
      const accounts = await test.db.asOwner('select id from auth.users where email = $1', [email])
      expect(accounts).toEqual(email === known.email ? [{ id: known.id }] : [])
    }
  })

  it('a known address is answered like a new one at every step', async () => {
    const known = await somebody(test, { email: anAddress() })
    for (const email of [anAddress(), known.email]) {
      const subdomain = aName()
      const { status, body: user } = await post('/signup', { email, password, data: wish(subdomain) })
      expect(status).toBe(200)
      expect(await create(aVisitor(), { subdomain, userId: user.id })).toMatchObject({ subdomain })
    }
  })
})
