import { beforeAll, describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  expectRefusal,
  type SignedIn,
  setUpTestAuth,
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
})

describe('PUT /user refuses', () => {
  it.each<[string, object, number, string, string?]>([
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

  it('starts over when it is requested again', async () => {
    const { person, toNew } = await changing(test, 'moved-twice@example.test')
    await confirm(toNew.tokenHash)
    await test.send('POST', '/resend', { body: { type: 'email_change', email: person.email } })
    const again = await test.mailTo('moved-twice@example.test')
    expect((await confirm(again.tokenHash)).body.msg).toBe(halfway)
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

  it('refuses an unconfirmed user', async () => {
    const person = await aSignedInUser(strict, {
      confirmed: false,
      changes: 'may_sign_in_unconfirmed = true',
    })
    const refusal = { status: 422, code: 'email_not_confirmed' }
    await expectRefusal(strict, ['GET', '/reauthenticate', { token: person.accessToken }], refusal)
  })
})
