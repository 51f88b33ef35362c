import type { AuthClient } from '@supabase/auth-js'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  adminClient,
  aSignedInUser,
  auditOf,
  expectRefusal,
  setUpTestAuth,
  siteUrl,
  somebody,
} from '#testing/sign-in/auth.ts'

const test = setUpTestAuth()
let token: string
let admin: ReturnType<typeof adminClient>
beforeAll(async () => {
  token = await test.auth.serviceToken()
  admin = adminClient(test, token)
})

const path = '/admin/generate_link'
const password = 'a quiet long password'
const generate = (body: object) => test.send('POST', path, { token, body })
let made = 0
const newEmail = () => `generated-${++made}@example.test`

/** @returns the parameters in the fragment of the redirect */
async function open(link: string): Promise<URLSearchParams> {
  const url = new URL(link)
  const { headers } = await test.send('GET', url.pathname + url.search)
  return new URLSearchParams(new URL(headers.get('location') ?? '').hash.slice(1))
}

describe('POST /admin/generate_link is refused for', () => {
  it.each<[string, object, number, string]>([
    ['a type that has no link', { type: 'sms', email: 'a@b.test' }, 400, 'validation_failed'],
    ['no type', { email: 'a@b.test' }, 400, 'validation_failed'],
    ['an inherited name', { type: 'constructor', email: 'a@b.test' }, 400, 'validation_failed'],
    ['no address', { type: 'magiclink' }, 400, 'validation_failed'],
    ['a bad address', { type: 'magiclink', email: 'nope' }, 400, 'validation_failed'],
    ['a sign-up without password', { type: 'signup', email: 'a@b.test' }, 400, 'validation_failed'],
    ['a weak password', { type: 'signup', email: 'a@b.test', password: 'short' }, 422, 'weak_password'],
    ['recovery of an unknown address', { type: 'recovery', email: 'nobody@b.test' }, 404, 'user_not_found'],
    [
      'a change of an unknown address (new)',
      { type: 'email_change_new', email: 'nobody@b.test', new_email: 'x@b.test' },
      404,
      'user_not_found',
    ],
    [
      'a change of an unknown address (current)',
      { type: 'email_change_current', email: 'nobody@b.test', new_email: 'x@b.test' },
      404,
      'user_not_found',
    ],
    [
      'a change without a new address',
      { type: 'email_change_new', email: 'a@b.test' },
      400,
      'validation_failed',
    ],
    ['a wrong JSON type', { type: 'signup', email: 'a@b.test', password, data: 'text' }, 400, 'bad_json'],
  ])('%s', async (_name, body, status, code) => {
    await expectRefusal(test, ['POST', path, { token, body }], { status, code })
  })

  it.each(['signup', 'invite'])('%s of a confirmed user', async (type) => {
    const { email } = await somebody(test)
    const refusal = { status: 422, code: 'email_exists' }
    await expectRefusal(test, ['POST', path, { token, body: { type, email, password } }], refusal)
  })

  it('a change to another account’s address', async () => {
    const [one, other] = [await somebody(test), await somebody(test)]
    const body = { type: 'email_change_new', email: one.email, new_email: other.email }
    await expectRefusal(test, ['POST', path, { token, body }], { status: 422, code: 'email_exists' })
  })

  it('the current address where only the new one confirms', async () => {
    const open = test.with({ secureEmailChange: false })
    const { email } = await somebody(test)
    const body = { type: 'email_change_current', email, new_email: newEmail() }
    await expectRefusal(open, ['POST', path, { token, body }], { status: 400, code: 'validation_failed' })
  })

  it('everyone but the server', async () => {
    const body = { type: 'magiclink', email: 'a@b.test' }
    await expectRefusal(test, ['POST', path, { body }], { status: 401, code: 'no_authorization' })
    const { accessToken } = await aSignedInUser(test)
    await expectRefusal(test, ['POST', path, { body, token: accessToken }], {
      status: 403,
      code: 'not_admin',
    })
  })
})

describe('a generated link', () => {
  it.each(['signup', 'invite', 'magiclink', 'recovery'] as const)(
    'of type %s signs in, once',
    async (type) => {
      const isNew = type === 'signup' || type === 'invite'
      const email = isNew ? newEmail() : (await somebody(test)).email
      const redirectTo = `${siteUrl}/update-password`
      const { data, error } = await admin.generateLink({
        type,
        email,
        password,
        options: { redirectTo, ...(isNew ? { data: { full_name: 'Gen' } } : {}) },
      } as Parameters<typeof admin.generateLink>[0])
      expect(error).toBeNull()
      expect(data.user).toMatchObject({ email, ...(isNew ? { user_metadata: { full_name: 'Gen' } } : {}) })
      expect(data.properties).toMatchObject({
        verification_type: type,
        redirect_to: redirectTo,
        email_otp: expect.stringMatching(/^\d{6}$/),
        hashed_token: expect.stringMatching(/^[0-9a-f]{48}$/),
      })
      const link = new URL(data.properties?.action_link ?? '')
      expect(link.origin + link.pathname).toBe(`${siteUrl}/auth/v1/verify`)
      expect((await open(link.href)).get('access_token')).toBeTruthy()
      expect((await open(link.href)).get('error_code')).toBe('otp_expired')
      expect(await test.mailCount(email)).toBe(0)
    },
  )

  it.each(['signup', 'magiclink'] as const)('of type %s has a code and a hash that sign in', async (type) => {
    const byCode = (await generate({ type, email: newEmail(), password })).body
    const client: InstanceType<typeof AuthClient> = test.client()
    const { email, email_otp: code } = byCode
    expect((await client.verifyOtp({ type: 'signup', email, token: code })).error).toBeNull()
    const byHash = (await generate({ type, email: newEmail(), password })).body
    const { error } = await client.verifyOtp({ type: 'signup', token_hash: byHash.hashed_token })
    expect(error).toBeNull()
  })

  it('of type magiclink becomes a sign-up for an unknown address', async () => {
    const { status, body } = await generate({ type: 'magiclink', email: newEmail() })
    expect([status, body.verification_type]).toEqual([200, 'signup'])
    expect(await auditOf(test, body.id)).toEqual(['auth.user_confirmation_requested'])
  })

  it('of type email_change changes the address once both links are used', async () => {
    const person = await somebody(test)
    const to = newEmail()
    const wish = { email: person.email, new_email: to }
    const current = (await generate({ ...wish, type: 'email_change_current' })).body
    const next = (await generate({ ...wish, type: 'email_change_new' })).body
    expect((await open(current.action_link)).get('message')).toContain('other email')
    expect((await open(next.action_link)).get('access_token')).toBeTruthy()
    const [row] = await test.db.asOwner('select email from auth.users where id = $1', [person.id])
    expect(row).toEqual({ email: to })
  })

  it('of an earlier change does not finish a later one', async () => {
    const person = await somebody(test)
    const first = { email: person.email, new_email: newEmail() }
    const current = (await generate({ ...first, type: 'email_change_current' })).body
    await generate({ email: person.email, new_email: newEmail(), type: 'email_change_new' })
    expect((await open(current.action_link)).get('error_code')).toBe('otp_expired')
  })

  it('retains an unconfirmed user’s password and merges their metadata', async () => {
    const person = await somebody(test, { confirmed: false })
    const { body } = await generate({
      type: 'signup',
      email: person.email,
      password: 'another long password',
      data: { city: 'Oslo' },
    })
    expect(body).toMatchObject({ id: person.id, user_metadata: { city: 'Oslo', sub: person.id } })
    const proof = { type: 'signup', token_hash: body.hashed_token, password: person.password }
    await test.send('POST', '/verify', { body: proof })
    expect((await test.client().signInWithPassword(person)).error).toBeNull()
  })

  it('never leads to a foreign site', async () => {
    const { email } = await somebody(test)
    const { body } = await generate({ type: 'recovery', email, redirect_to: 'https://evil.example/' })
    expect(body.redirect_to).toBe(`${siteUrl}/`)
  })

  it.each([
    ['signup', 'auth.user_confirmation_requested'],
    ['invite', 'auth.user_invited'],
  ])('of type %s is in the audit trail', async (type, action) => {
    const { body } = await generate({ type, email: newEmail(), password })
    expect(await auditOf(test, body.id)).toEqual([action])
  })
})
