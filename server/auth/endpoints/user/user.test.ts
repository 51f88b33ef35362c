import { beforeAll, describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  type SignedIn,
  setUpTestAuth,
  signIn,
  somebody,
  type TestAuth,
} from '#testing/sign-in/auth.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 })

const newPassword = 'another quiet password'
const put = (person: SignedIn, body: object) => test.send('PUT', '/user', { token: person.accessToken, body })

describe('GET /user', () => {
  it('answers with the user and their identities', async () => {
    const person = await aSignedInUser(test)
    const { status, body } = await test.send('GET', '/user', { token: person.accessToken })
    expect(status).toBe(200)
    expect(body).toMatchObject({ id: person.id, email: person.email, identities: [{ provider: 'email' }] })
    expect(JSON.stringify(body)).not.toMatch(/argon2|password|may_sign_in|hash/)
  })

  it('refuses another audience', async () => {
    const { accessToken } = await aSignedInUser(test)
    await expectRefusal(test, ['GET', '/user', { token: accessToken, headers: { 'x-jwt-aud': 'other' } }], {
      status: 400,
      code: 'validation_failed',
    })
  })
})

describe('PUT /user refuses', () => {
  it.each<[string, object, number, string, string?]>([
    ['a bad address', { email: 'nope' }, 400, 'validation_failed'],
    [
      'a bad phone',
      { phone: 'abc' },
      400,
      'validation_failed',
      'Invalid phone number format (E.164 required)',
    ],
    ['a bad channel', { phone: '15551234567', channel: 'pigeon' }, 400, 'validation_failed'],
    ['half of a PKCE pair', { email: 'n@b.test', code_challenge: 'a'.repeat(43) }, 400, 'validation_failed'],
    ['a wrong JSON type', { data: 'text' }, 400, 'bad_json'],
    ['too much metadata', { data: { big: 'x'.repeat(9000) } }, 400, 'validation_failed'],
    ['an empty password', { password: '' }, 422, 'weak_password'],
    ['a weak password', { password: 'iloveyou' }, 422, 'weak_password'],
    ['app_metadata', { app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    ['a phone, which is off', { phone: '15551234567' }, 400, 'phone_provider_disabled'],
    ['a password without the current one', { password: newPassword }, 400, 'current_password_required'],
    [
      'a password with a wrong current one',
      { password: newPassword, current_password: 'wrong' },
      400,
      'current_password_invalid',
    ],
    [
      'the same password again',
      { password: 'correct horse battery', current_password: 'correct horse battery' },
      422,
      'same_password',
      'New password should be different from the old password.',
    ],
  ])('%s', async (_name, body, status, code, message) => {
    const { accessToken: token } = await aSignedInUser(test)
    await expectRefusal(test, ['PUT', '/user', { token, body }], {
      status,
      code,
      ...(message ? { message } : {}),
    })
  })

  it('any change by a single sign-on user', async () => {
    const person = await aSignedInUser(test)
    await test.db.asOwner('update auth.users set is_sso = true where id = $1', [person.id])
    const sso = { token: person.accessToken, body: { password: newPassword } }
    await expectRefusal(test, ['PUT', '/user', sso], { status: 422, code: 'user_sso_managed' })
  })
})

describe('PUT /user with a password', () => {
  it('changes it, ends the other sessions and pending links, and is audited', async () => {
    const here = await aSignedInUser(test)
    const elsewhere = await signIn(test, here)
    await test.send('POST', '/recover', { body: { email: here.email } })
    const waiting = await test.mailTo(here.email)
    const { status } = await put(here, { password: newPassword, current_password: here.password })
    expect(status).toBe(200)
    expect((await test.send('GET', '/user', { token: here.accessToken })).status).toBe(200)
    const other = await test.send('GET', '/user', { token: elsewhere.accessToken })
    expect(other.body.error_code).toBe('session_not_found')
    const link = await test.send('POST', '/verify', {
      body: { type: 'recovery', token_hash: waiting.tokenHash },
    })
    expect(link.status).toBe(403)
    expect((await test.client().signInWithPassword(here)).error?.code).toBe('invalid_credentials')
    expect((await test.client().signInWithPassword({ ...here, password: newPassword })).error).toBeNull()
    expect(await auditOf(test, here.id)).toEqual(
      expect.arrayContaining(['auth.user_updated_password', 'auth.user_modified']),
    )
  })

  it('needs no current one after a recovery link, which works with auth-js from end to end (docs/contracts/auth.md D16)', async () => {
    const person = await somebody(test)
    const client = test.client()
    await client.resetPasswordForEmail(person.email)
    const mail = await test.mailTo(person.email)
    await client.verifyOtp({ type: 'recovery', token_hash: mail.tokenHash })
    const { error } = await client.updateUser({ password: newPassword })
    expect(error).toBeNull()
    expect((await test.client().signInWithPassword({ ...person, password: newPassword })).error).toBeNull()
  })

  it('needs no current one where there is none', async () => {
    const person = await aSignedInUser(test)
    await test.db.asOwner('update auth.users set password_hash = null where id = $1', [person.id])
    expect((await put(person, { password: newPassword })).status).toBe(200)
  })

  it('changed twice at the same moment is changed once', async () => {
    const person = await aSignedInUser(test)
    const wishes = ['first quiet password', 'second quiet password']
    const answers = await Promise.all(
      wishes.map((password) => put(person, { password, current_password: person.password })),
    )
    const signIns = await Promise.all(
      wishes.map((password) => test.client().signInWithPassword({ ...person, password })),
    )
    const changed = answers.map(({ status }) => status === 200)
    expect(changed.toSorted()).toEqual([false, true])
    expect(signIns.map(({ error }) => error === null)).toEqual(changed)
    // 400: the other change was complete before this one compared the current password
    expect([400, 409]).toContain(answers.find(({ status }) => status !== 200)?.status)
  })
})

describe('PUT /user with data', () => {
  it('merges key by key, and null deletes', async () => {
    const client = test.client()
    await client.signInWithPassword(await somebody(test))
    await client.updateUser({ data: { full_name: 'A', nested: { x: 1 }, keep: true } })
    const { data } = await client.updateUser({ data: { full_name: 'B', nested: null } })
    expect(data.user?.user_metadata).toMatchObject({ full_name: 'B', keep: true })
    expect(data.user?.user_metadata).not.toHaveProperty('nested')
  })
})

describe('PUT /user with an e-mail', () => {
  async function changing(test: TestAuth, newEmail: string) {
    const person = await aSignedInUser(test)
    const { body } = await put(person, { email: newEmail, current_password: person.password })
    expect(body).toMatchObject({ email: person.email, new_email: newEmail })
    return { person, toNew: await test.mailTo(newEmail), toCurrent: await test.mailTo(person.email) }
  }
  const confirm = (token_hash: string) =>
    test.send('POST', '/verify', { body: { type: 'email_change', token_hash } })
  const halfway = 'Confirmation link accepted. Please proceed to confirm link sent to the other email'

  it.each(['the new mailbox', 'the current mailbox'])(
    'changes once both have confirmed, %s first',
    async (first) => {
      const newEmail = `moved-${first.length}@example.test`
      const { person, toNew, toCurrent } = await changing(test, newEmail)
      expect([toNew.template, toCurrent.template]).toEqual(['email-change-new', 'email-change-current'])
      const order = first === 'the new mailbox' ? [toNew, toCurrent] : [toCurrent, toNew]
      const half = await confirm(order[0]?.tokenHash ?? '')
      expect([half.status, half.body]).toEqual([200, { msg: halfway, code: '200' }])
      expect((await confirm(order[0]?.tokenHash ?? '')).status).toBe(403)
      expect((await test.send('GET', '/user', { token: person.accessToken })).body.email).toBe(person.email)
      const whole = await confirm(order[1]?.tokenHash ?? '')
      expect(whole.body.user).toMatchObject({ email: newEmail, identities: [{ email: newEmail }] })
      expect(whole.body.user).not.toHaveProperty('new_email')
      expect((await test.client().signInWithPassword({ ...person, email: newEmail })).error).toBeNull()
    },
  )

  it('accepts the codes as well', async () => {
    const newEmail = 'moved-by-code@example.test'
    const { person, toNew, toCurrent } = await changing(test, newEmail)
    const client = test.client()
    const half = await client.verifyOtp({ type: 'email_change', email: newEmail, token: toNew.code })
    expect(half.error).toBeNull()
    expect(half.data.session).toBeNull()
    const { data } = await client.verifyOtp({
      type: 'email_change',
      email: person.email,
      token: toCurrent.code,
    })
    expect(data.user?.email).toBe(newEmail)
  })

  it('starts over when it is requested again', async () => {
    const { person, toNew } = await changing(test, 'moved-twice@example.test')
    await confirm(toNew.tokenHash)
    await test.send('POST', '/resend', { body: { type: 'email_change', email: person.email } })
    const again = await test.mailTo('moved-twice@example.test')
    expect((await confirm(again.tokenHash)).body.msg).toBe(halfway)
  })

  it('refuses when another account took the address in the meantime', async () => {
    const newEmail = 'moved-too-late@example.test'
    const { toNew, toCurrent } = await changing(test, newEmail)
    await confirm(toNew.tokenHash)
    await somebody(test, { email: newEmail })
    const body = { type: 'email_change', token_hash: toCurrent.tokenHash }
    await expectRefusal(test, ['POST', '/verify', { body }], { status: 422, code: 'email_exists' })
  })

  it('redirects with a message from GET /verify', async () => {
    const { toNew } = await changing(test, 'moved-by-get@example.test')
    const { status, headers } = await test.send('GET', `/verify?type=email_change&token=${toNew.tokenHash}`)
    expect(status).toBe(303)
    expect(new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1)).get('message')).toBe(
      halfway,
    )
  })

  it('needs only the new mailbox while the setting is off', async () => {
    const simple = test.with({ secureEmailChange: false })
    const person = await aSignedInUser(simple)
    const email = 'moved-simply@example.test'
    const body = { email, current_password: person.password }
    await simple.send('PUT', '/user', { token: person.accessToken, body })
    expect(await simple.mailCount(person.email)).toBe(0)
    const { tokenHash } = await simple.mailTo(email)
    const { body: confirmed } = await simple.send('POST', '/verify', {
      body: { type: 'email_change', token_hash: tokenHash },
    })
    expect(confirmed.user.email).toBe(email)
  })
})

describe('GET /reauthenticate', () => {
  let strict: TestAuth
  beforeAll(() => {
    strict = test.with({
      requireReauthentication: true,
      requireCurrentPassword: false,
      mailIntervalSeconds: 60,
    })
  })

  it('mails a code that an old session’s password change accepts, once', async () => {
    const person = await aSignedInUser(strict)
    await strict.db.asOwner(
      `update auth.sessions set created_at = now() - interval '2 days', refreshed_at = now()`,
    )
    const token = person.accessToken
    const change = (nonce: string): ['PUT', string, object] => [
      'PUT',
      '/user',
      { token, body: { password: newPassword, nonce } },
    ]
    await expectRefusal(strict, change(''), { status: 400, code: 'reauthentication_needed' })
    await expectRefusal(strict, change('000000'), { status: 422, code: 'reauthentication_not_valid' })
    expect((await strict.send('GET', '/reauthenticate', { token })).body).toEqual({})
    await expectRefusal(strict, ['GET', '/reauthenticate', { token }], {
      status: 429,
      code: 'over_email_send_rate_limit',
    })
    const mail = await strict.mailTo(person.email)
    expect([mail.template, mail.links]).toEqual(['reauthentication', []])
    expect((await strict.send(...change(mail.code))).status).toBe(200)
    expect((await strict.send(...change(mail.code))).status).toBe(422)
  })

  it('is not required of a recent session', async () => {
    const person = await aSignedInUser(strict)
    const body = { password: newPassword }
    expect((await strict.send('PUT', '/user', { token: person.accessToken, body })).status).toBe(200)
  })

  it('refuses an unconfirmed user', async () => {
    const person = await aSignedInUser(strict, {
      confirmed: false,
      changes: 'may_sign_in_unconfirmed = true',
    })
    const refusal = { status: 422, code: 'email_not_confirmed' }
    await expectRefusal(strict, ['GET', '/reauthenticate', { token: person.accessToken }], refusal)
  })
})
