import { createHash } from 'node:crypto'
import { generateKeyPair, type JWTPayload, SignJWT } from 'jose'
import { describe, expect, it } from 'vitest'
import { aSignedInUser, auditOf, expectRefusal, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'
import { aProviderPerson, openTestProvider } from '#testing/sign-in/openid.ts'

const path = '/token?grant_type=id_token'
const google = await openTestProvider('google', ['google-ios'])
const test = setUpTestAuth({ providers: [google.provider] })

const post = (body: object, on = test, token?: string) =>
  on.send('POST', path, { body, ...(token ? { token } : {}) })
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')
const tokenFor = (changes: JWTPayload = {}, person = aProviderPerson()) =>
  google.sandbox.idToken(person, changes)

describe('POST /token?grant_type=id_token refuses in the error shape of OAuth', () => {
  it.each<[string, () => Promise<object> | object, string | RegExp, string?]>([
    ['no token', () => ({ provider: 'google' }), 'id_token required'],
    [
      'neither provider nor client_id with issuer',
      async () => ({ id_token: await tokenFor(), client_id: 'google-web' }),
      'provider or client_id and issuer required',
    ],
    ['a malformed token', () => ({ provider: 'google', id_token: 'not.a.token' }), 'Bad ID token'],
    ['a very long token', () => ({ provider: 'google', id_token: 'e'.repeat(20_000) }), 'Bad ID token'],
    [
      'an expired token',
      async () => ({ provider: 'google', id_token: await tokenFor({ exp: 1_700_000_000 }) }),
      'Bad ID token',
    ],
    [
      'a token from another issuer',
      async () => ({ provider: 'google', id_token: await tokenFor({ iss: 'https://evil.test' }) }),
      'Bad ID token',
    ],
    [
      'a token signed by someone else',
      async () => ({ provider: 'google', id_token: await forged('ES256') }),
      'Bad ID token',
    ],
    [
      'a token signed with our client id as a shared secret',
      async () => ({ provider: 'google', id_token: await forged('HS256') }),
      'Bad ID token',
    ],
    [
      'a token without sub',
      async () => ({ provider: 'google', id_token: await tokenFor({ sub: undefined }) }),
      'Missing sub claim in id_token',
    ],
    [
      'a token for another app',
      async () => ({ provider: 'google', id_token: await tokenFor({ aud: 'another-app' }) }),
      'Unacceptable audience in id_token',
    ],
    [
      'a nonce in the token only',
      async () => ({ provider: 'google', id_token: await tokenFor({ nonce: hashed('n') }) }),
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'a nonce in the request only',
      async () => ({ provider: 'google', id_token: await tokenFor(), nonce: 'n' }),
      'Passed nonce and nonce in id_token should either both exist or not.',
    ],
    [
      'a different nonce',
      async () => ({ provider: 'google', id_token: await tokenFor({ nonce: hashed('n') }), nonce: 'm' }),
      'Nonces mismatch',
      'invalid nonce',
    ],
    [
      'a nonce that the token carries unhashed',
      async () => ({ provider: 'google', id_token: await tokenFor({ nonce: 'n' }), nonce: 'n' }),
      'Nonces mismatch',
      'invalid nonce',
    ],
    [
      'an access token that does not match at_hash',
      async () => ({
        provider: 'google',
        id_token: await tokenFor({ at_hash: atHash('right') }),
        access_token: 'wrong',
      }),
      /at_hash/,
    ],
  ])('%s', async (_name, body, description, error = 'invalid request') => {
    const answer = await post(await body())
    expect([answer.status, answer.body]).toEqual([
      400,
      {
        error,
        error_description: typeof description === 'string' ? description : expect.stringMatching(description),
      },
    ])
    expect(answer.headers.get('x-sb-error-code')).toBeNull()
  })

  async function forged(algorithm: 'ES256' | 'HS256'): Promise<string> {
    const key =
      algorithm === 'HS256'
        ? new TextEncoder().encode('google-web-google-web-google-web')
        : (await generateKeyPair('ES256')).privateKey
    const claims = { sub: '1', email: 'a@b.test', email_verified: true }
    return new SignJWT(claims)
      .setProtectedHeader({ alg: algorithm, kid: 'sandbox' })
      .setIssuer(google.provider.issuer)
      .setAudience('google-web')
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(key)
  }
})

function atHash(accessToken: string): string {
  return createHash('sha256').update(accessToken).digest().subarray(0, 16).toString('base64url')
}

describe('POST /token?grant_type=id_token refuses', () => {
  it('google, while it is off', async () => {
    const body = { provider: 'google', id_token: await tokenFor() }
    const off = test.with({ providers: [] })
    await expectRefusal(off, ['POST', path, { body }], { status: 400, code: 'provider_disabled' })
  })

  it.each([
    ['an unknown provider', { provider: 'nobody' }],
    ['an unknown issuer', { client_id: 'google-web', issuer: 'https://evil.test' }],
    [
      'another client of a known issuer',
      { client_id: 'another-app', issuer: 'https://google.provider.test/openid' },
    ],
  ])('%s', async (_name, names) => {
    const body = { ...names, id_token: 'x' }
    await expectRefusal(test, ['POST', path, { body }], { status: 400, code: 'validation_failed' })
  })

  it('a banned user', async () => {
    const banned = await somebody(test, { changes: `banned_until = now() + interval '1 day'` })
    const body = {
      provider: 'google',
      id_token: await tokenFor({}, aProviderPerson({ email: banned.email })),
    }
    await expectRefusal(test, ['POST', path, { body }], { status: 403, code: 'user_banned' })
  })

  it('a new user while sign-up is off', async () => {
    const body = { provider: 'google', id_token: await tokenFor() }
    const closed = test.with({ signUp: false })
    await expectRefusal(closed, ['POST', path, { body }], { status: 422, code: 'signup_disabled' })
  })

  it('an unverified address, until it is confirmed', async () => {
    const body = {
      provider: 'google',
      id_token: await tokenFor({}, aProviderPerson({ isEmailVerified: false })),
    }
    const { status, body: answer } = await post(body)
    expect([status, answer.error_code]).toEqual([422, 'provider_email_needs_verification'])
  })

  it('reports that the provider cannot be reached, and works once it can', async () => {
    const silent = await openTestProvider()
    const on = test.with({ providers: [silent.provider] })
    silent.intercept = async () => new Response('down', { status: 500 })
    const body = { provider: 'google', id_token: await silent.sandbox.idToken(aProviderPerson()) }
    expect((await post(body, on)).status).toBe(503)
    silent.intercept = async ({ url }) => (url.endsWith('/keys') ? Promise.reject(new Error('down')) : null)
    expect((await post(body, on)).status).toBe(503)
    silent.intercept = null
    expect((await post(body, on)).status).toBe(200)
  })
})

describe('an identity token', () => {
  it('makes a new user, and finds them again', async () => {
    const person = aProviderPerson()
    const first = await post({ provider: 'google', id_token: await tokenFor({}, person) })
    expect([first.status, first.body.user.email]).toEqual([200, person.email])
    const claims = JSON.parse(Buffer.from(first.body.access_token.split('.')[1], 'base64url').toString())
    expect(claims.amr).toEqual([{ method: 'oauth', timestamp: expect.any(Number) }])
    const second = await post({ provider: 'google', id_token: await tokenFor({}, person) })
    expect(second.body.user.id).toBe(first.body.user.id)
  })

  it('links a verified address to its owner', async () => {
    const owner = await somebody(test)
    const id_token = await tokenFor({}, aProviderPerson({ email: owner.email }))
    expect((await post({ provider: 'google', id_token })).body.user.id).toBe(owner.id)
  })

  it.each<[string, JWTPayload, object]>([
    ['for any of our apps', { aud: 'google-ios' }, {}],
    ['for several apps, ours among them', { aud: ['another-app', 'google-web'] }, {}],
    ['with the hash of the nonce', { nonce: hashed('kept by the app') }, { nonce: 'kept by the app' }],
    [
      'with the hash of its access token',
      { at_hash: atHash('the right one') },
      { access_token: 'the right one' },
    ],
    ['without at_hash, with an access token', {}, { access_token: 'any' }],
  ])('%s is accepted', async (_name, changes, fields) => {
    const answer = await post({ provider: 'google', id_token: await tokenFor(changes), ...fields })
    expect(answer.status).toBe(200)
  })

  it('is matched by client_id and issuer as well', async () => {
    const names = { client_id: 'google-ios', issuer: google.provider.issuer }
    expect((await post({ ...names, id_token: await tokenFor() })).status).toBe(200)
  })

  it('of a custom provider is accepted as well', async () => {
    const own = await openTestProvider('custom:clinic-group')
    const on = test.with({ providers: [own.provider] })
    const id_token = await own.sandbox.idToken(aProviderPerson())
    const { body } = await post({ provider: 'custom:clinic-group', id_token }, on)
    expect(body.user.app_metadata).toEqual({
      provider: 'custom:clinic-group',
      providers: ['custom:clinic-group'],
    })
  })

  it('works with auth-js: signInWithIdToken', async () => {
    const { data, error } = await test
      .client()
      .signInWithIdToken({ provider: 'google', token: await tokenFor({ nonce: hashed('n') }), nonce: 'n' })
    expect([error, data.user?.app_metadata.provider]).toEqual([null, 'google'])
  })
})

describe('link_identity', () => {
  const linking = () => test.with({ manualLinking: true })

  it('needs a bearer token, and linking to be on', async () => {
    const body = { provider: 'google', id_token: await tokenFor(), link_identity: true }
    const person = await aSignedInUser(test)
    const refused = { status: 401, code: 'no_authorization' }
    await expectRefusal(linking(), ['POST', path, { body }], refused)
    const off = { status: 404, code: 'manual_linking_disabled' }
    await expectRefusal(test, ['POST', path, { body, token: person.accessToken }], off)
  })

  it('adds the identity to the user, whatever its address', async () => {
    const person = await aSignedInUser(test)
    const on = linking()
    const client = on.client()
    await client.setSession({ access_token: person.accessToken, refresh_token: person.refreshToken })
    const { data, error } = await client.linkIdentity({ provider: 'google', token: await tokenFor() })
    expect(error).toBeNull()
    expect(data.user?.id).toBe(person.id)
    expect(data.user?.app_metadata.providers).toEqual(['email', 'google'])
    expect(data.user?.email).toBe(person.email)
    expect(await auditOf(test, person.id)).toContain('auth.identity_linked')
  })

  it('refuses an identity that another user has', async () => {
    const person = await aSignedInUser(test)
    const id_token = await tokenFor()
    const body = { provider: 'google', id_token, link_identity: true }
    expect((await post(body, linking(), person.accessToken)).status).toBe(200)
    const refused = { status: 422, code: 'identity_already_exists' }
    const mine = { ...refused, message: 'Identity is already linked' }
    await expectRefusal(linking(), ['POST', path, { body, token: person.accessToken }], mine)
    const other = await aSignedInUser(test)
    const theirs = { ...refused, message: 'Identity is already linked to another user' }
    await expectRefusal(linking(), ['POST', path, { body, token: other.accessToken }], theirs)
  })
})
