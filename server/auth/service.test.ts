import { describe, expect, it } from 'vitest'
import { aSignedInUser, expectRefusal, openTestAuth, setUpTestAuth, somebody } from '#testing/sign-in/auth.ts'
import { createPasswordHasher } from './hashing/hashing.ts'

const test = setUpTestAuth()

describe('public endpoints', () => {
  it('/settings reports what a sign-in page may offer', async () => {
    const { status, body } = await test.send('GET', '/settings')
    expect([status, body]).toEqual([
      200,
      {
        external: { anonymous_users: false, email: true, phone: false, google: false },
        disable_signup: false,
        mailer_autoconfirm: false,
        phone_autoconfirm: false,
        sms_provider: '',
        saml_enabled: false,
        saml_private_key_next_configured: false,
        passkeys_enabled: false,
      },
    ])
  })

  it('/health answers without the database, /ready queries it', async () => {
    const broken = await openTestAuth()
    expect((await broken.send('GET', '/ready')).body).toEqual({ status: 'ok' })
    await broken.close()
    expect((await broken.send('GET', '/health')).body).toMatchObject({ name: 'GoTrue' })
    const notReady = await broken.send('GET', '/ready')
    expect([notReady.status, notReady.body]).toEqual([503, { status: 'unavailable' }])
  })

  it('/.well-known/jwks.json shows public keys only, with which auth-js verifies tokens locally', async () => {
    const { body, headers } = await test.send('GET', '/.well-known/jwks.json')
    expect(body.keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        alg: 'ES256',
        use: 'sig',
        key_ops: ['verify'],
        kid: expect.any(String),
        x: expect.any(String),
        y: expect.any(String),
      },
    ])
    expect(headers.get('cache-control')).toBe('public, max-age=600')
    const client = test.client()
    await client.signInWithPassword(await somebody(test))
    const { data, error } = await client.getClaims()
    expect(error).toBeNull()
    expect(data?.claims.role).toBe('authenticated')
  })
})

describe('what is switched off', () => {
  it.each([
    ['POST', '/passkeys/authentication/options', 'passkey_disabled'],
    ['GET', '/passkeys', 'passkey_disabled'],
    ['PATCH', '/passkeys/1', 'passkey_disabled'],
    ['GET', '/admin/users/1/passkeys', 'passkey_disabled'],
    ['GET', '/oauth/authorize', 'feature_disabled'],
    ['GET', '/user/oauth/grants', 'feature_disabled'],
    ['POST', '/admin/oauth/clients', 'feature_disabled'],
    ['GET', '/.well-known/oauth-authorization-server', 'feature_disabled'],
    ['GET', '/admin/custom-providers', 'feature_disabled'],
    ['GET', '/scim/v2/Users', 'feature_disabled'],
    ['GET', '/admin/scim-providers/1', 'feature_disabled'],
    ['GET', '/passkeysandmore', 'unknown'],
  ])('%s %s answers 404 %s', async (method, path, code) => {
    await expectRefusal(test, [method, path], { status: 404, code })
  })

  it.each<[string, string, object | undefined, number, string]>([
    ['POST', '/sso', { domain: 'x.test' }, 404, 'saml_provider_disabled'],
    ['GET', '/authorize?provider=google', undefined, 400, 'validation_failed'],
  ])('%s %s', async (method, path, body, status, code) => {
    await expectRefusal(test, [method, path, body ? { body } : {}], { status, code })
  })

  it.each<[string, string, object | undefined, number, string]>([
    ['GET', '/user/identities/authorize?provider=google', undefined, 404, 'manual_linking_disabled'],
    [
      'DELETE',
      '/user/identities/00000000-0000-4000-8000-000000000000',
      undefined,
      404,
      'manual_linking_disabled',
    ],
    ['POST', '/factors', { factor_type: 'sundial' }, 400, 'validation_failed'],
  ])('%s %s %j for a signed-in user', async (method, path, body, status, code) => {
    const { accessToken: token } = await aSignedInUser(test)
    await expectRefusal(test, [method, path, { token, ...(body ? { body } : {}) }], { status, code })
  })
})

describe('every request', () => {
  it('is served at / and at /auth/v1', async () => {
    expect((await test.send('GET', '/auth/v1/health')).body).toEqual((await test.send('GET', '/health')).body)
  })

  it.each([
    ['GET', '/nothing-here', 404],
    ['GET', '/auth/v1', 404],
    ['GET', '/auth/v1/', 404],
    ['GET', '/admin/users/a/b', 404],
    ['GET', '/signup', 405],
    ['DELETE', '/user', 405],
  ])('%s %s answers %i', async (method, path, status) => {
    await expectRefusal(test, [method, path], { status, code: 'unknown' })
  })

  it('names the methods of a path', async () => {
    expect((await test.send('DELETE', '/user')).headers.get('allow')).toBe('GET, PUT')
  })

  it.each([
    ['2024-01-01', true],
    ['2026-08-20', true],
    ['2023-12-31', false],
    ['yesterday', false],
    ['2024-13-45', false],
    ['', false],
  ])('with api version "%s" gets the new error shape: %s', async (version, isNew) => {
    const { body, headers } = await test.send('GET', '/user', {
      headers: { 'x-supabase-api-version': version },
    })
    expect(body.code).toBe(isNew ? 'no_authorization' : 401)
    expect(headers.get('x-supabase-api-version')).toBe(isNew ? '2024-01-01' : null)
  })

  it('that fails inside does not say why, and has an id for the operator', async () => {
    const broken = await openTestAuth()
    await broken.close()
    const old = await broken.send('POST', '/recover', { body: { email: 'a@b.test' } })
    const message = 'Unexpected failure, please check server logs for more information'
    expect(old).toMatchObject({
      status: 500,
      body: { code: 500, error_code: 'unexpected_failure', msg: message, error_id: expect.any(String) },
    })
  })

  it('that takes too long is answered with 504, which auth-js retries', async () => {
    const pool = createPasswordHasher()
    const never = { ...pool, hash: () => new Promise<string>(() => {}) }
    const slow = test.with({ requestTimeoutMs: 50 }, never)
    const body = { email: 'a@b.test', password: 'a quiet long password' }
    await expectRefusal(slow, ['POST', '/signup', { body }], { status: 504, code: 'request_timeout' })
    const { error } = await slow.client().signUp(body)
    expect(error?.name).toBe('AuthRetryableFetchError')
  })
})

it.each(['fe80::1%eth0', 'unknown', '192.0.2.1:4711', ''])(
  'takes a sign-in from address "%s", whatever a proxy wrote',
  async (address) => {
    const body = await somebody(test)
    expect((await test.send('POST', '/token?grant_type=password', { body, address })).status).toBe(200)
  },
)

it('delays answers about an address to one duration, known or not (docs/threats.md T19)', async () => {
  const even = test.with({ addressAnswerMs: 150, mailIntervalSeconds: 0 })
  const known = await somebody(even)
  for (const email of [known.email, 'unknown@example.test', 'not an address']) {
    const startedAt = performance.now()
    await even.send('POST', '/recover', { body: { email } })
    expect(performance.now() - startedAt).toBeGreaterThanOrEqual(149)
  }
})

it('a full hashing queue answers 429 with Retry-After, and other routes work', async () => {
  const narrow = test.with({}, createPasswordHasher({ atOnce: 1, waiting: 2 }))
  const body = { email: 'a@b.test', password: 'whatever it is' }
  const tries = Array.from({ length: 8 }, () => narrow.send('POST', '/token?grant_type=password', { body }))
  expect((await narrow.send('GET', '/health')).status).toBe(200)
  const answers = await Promise.all(tries)
  const refused = answers.filter(({ status }) => status === 429)
  expect(refused.length).toBeGreaterThan(0)
  expect(refused[0]?.body.error_code).toBe('over_request_rate_limit')
  expect(refused[0]?.headers.get('retry-after')).toBe('1')
  expect(answers.some(({ status }) => status === 400)).toBe(true)
})
