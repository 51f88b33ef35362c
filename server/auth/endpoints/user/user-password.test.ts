import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  expectRefusal,
  type SignedIn,
  setUpTestAuth,
  somebody,
} from '#testing/sign-in/auth.ts'
import { aProviderPerson, openTestProvider, signInWithProvider } from '#testing/sign-in/openid.ts'

const newPassword = 'a brand new password'
const google = await openTestProvider()
const test = setUpTestAuth({ providers: [google.provider], mailIntervalSeconds: 0 })

const termsOf = async ({ accessToken: token }: Pick<SignedIn, 'accessToken'>, on = test) =>
  (await on.send('GET', '/user/password', { token })).body
const put = ({ accessToken: token }: Pick<SignedIn, 'accessToken'>, body: object) =>
  test.send('PUT', '/user', { token, body })

async function aGooglePerson() {
  const { email } = aProviderPerson()
  const { body } = await signInWithProvider(test, google, aProviderPerson({ email }))
  return { id: body.user.id as string, email, accessToken: body.access_token as string }
}
/** Backdates a user's sessions to the day before yesterday. */
const age = (person: { id: string }) =>
  test.db.asOwner(
    `update auth.sessions set created_at = now() - interval '2 days', refreshed_at = now() where user_id = $1`,
    [person.id],
  )

const nothing = {
  is_set: false,
  is_managed_elsewhere: false,
  needs_current_password: false,
  needs_nonce: false,
}

describe('GET /user/password says what a new password requires', () => {
  it('the current one, if there is one, whatever the age of the session', async () => {
    const person = await aSignedInUser(test)
    const terms = { ...nothing, is_set: true, needs_current_password: true }
    expect(await termsOf(person)).toEqual(terms)
    await age(person)
    expect(await termsOf(person)).toEqual(terms)
  })

  it('nothing, right after a sign-in with Google', async () => {
    expect(await termsOf(await aGooglePerson())).toEqual(nothing)
  })

  it('a code from the mailbox, a day after a sign-in with Google', async () => {
    const person = await aGooglePerson()
    await age(person)
    expect(await termsOf(person)).toEqual({ ...nothing, needs_nonce: true })
  })

  it('nothing after a recovery link', async () => {
    const { email, id } = await somebody(test)
    await test.send('POST', '/recover', { body: { email } })
    const { tokenHash } = await test.mailTo(email)
    const { body } = await test.send('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    const session = { accessToken: body.access_token }
    expect(await termsOf(session)).toEqual({ ...nothing, is_set: true })
    await test.db.asOwner('update auth.users set password_hash = null where id = $1', [id])
    await age({ id })
    expect(await termsOf(session)).toEqual(nothing)
  })

  it('both, in an old session where the installation requires it', async () => {
    const person = await aSignedInUser(test)
    await age(person)
    const strict = test.with({ requireReauthentication: true })
    const both = { ...nothing, is_set: true, needs_current_password: true, needs_nonce: true }
    expect(await termsOf(person, strict)).toEqual(both)
  })

  it('that an organization manages it', async () => {
    const person = await aSignedInUser(test)
    await test.db.asOwner('update auth.users set is_sso = true, password_hash = null where id = $1', [
      person.id,
    ])
    expect((await termsOf(person)).is_managed_elsewhere).toBe(true)
  })

  it('nothing to signed-out callers', async () => {
    await expectRefusal(test, ['GET', '/user/password'], { status: 401, code: 'no_authorization' })
  })
})

describe('a first password', () => {
  it('needs no confirmation right after a sign-in with Google, and signs in from then on', async () => {
    const person = await aGooglePerson()
    expect((await put(person, { password: newPassword })).status).toBe(200)
    const { email } = person
    const { data, error } = await test.client().signInWithPassword({ email, password: newPassword })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(person.id)
    const terms = { ...nothing, is_set: true, needs_current_password: true }
    expect(await termsOf(person)).toEqual(terms)
    const change = { token: person.accessToken, body: { password: 'yet another password' } }
    await expectRefusal(test, ['PUT', '/user', change], { status: 400, code: 'current_password_required' })
  })

  it('in an older session is set with the mailed code, and only with it', async () => {
    const person = await aGooglePerson()
    await age(person)
    const token = person.accessToken
    const wish = (nonce?: string) => ({ token, body: { password: newPassword, ...(nonce ? { nonce } : {}) } })
    await expectRefusal(test, ['PUT', '/user', wish()], { status: 400, code: 'reauthentication_needed' })
    await expectRefusal(test, ['PUT', '/user', wish('000000')], {
      status: 422,
      code: 'reauthentication_not_valid',
    })
    expect((await test.send('GET', '/reauthenticate', { token })).status).toBe(200)
    const { code } = await test.mailTo(person.email)
    expect((await put(person, { password: newPassword, nonce: code })).status).toBe(200)
    const { email } = person
    expect((await test.client().signInWithPassword({ email, password: newPassword })).error).toBeNull()
  })

  it('cannot be set by guessing: the code is revoked after five wrong tries', async () => {
    const person = await aGooglePerson()
    await age(person)
    await test.send('GET', '/reauthenticate', { token: person.accessToken })
    const { code } = await test.mailTo(person.email)
    const wrong = code === '123456' ? '654321' : '123456'
    for (let count = 0; count < 5; count += 1) {
      expect((await put(person, { password: newPassword, nonce: wrong })).status).toBe(422)
    }
    expect((await put(person, { password: newPassword, nonce: code })).status).toBe(422)
  })

  it('of a user with an unconfirmed address needs no code, since none would be sent', async () => {
    const person = await aSignedInUser(test)
    const unproved = 'email_confirmed_at = null, phone_confirmed_at = now(), password_hash = null'
    await test.db.asOwner(`update auth.users set ${unproved}, phone = '15550309001' where id = $1`, [
      person.id,
    ])
    await age(person)
    expect(await termsOf(person)).toEqual(nothing)
  })

  it('of a user without any address needs no code, since none could be sent', async () => {
    const open = test.with({ anonymous: true, mailAutoconfirm: true })
    const { body } = await open.send('POST', '/signup', { body: {} })
    await age({ id: body.user.id })
    const account = { email: aProviderPerson().email, password: newPassword }
    const { status } = await open.send('PUT', '/user', { token: body.access_token, body: account })
    expect(status).toBe(200)
    expect((await open.client().signInWithPassword(account)).error).toBeNull()
  })
})
