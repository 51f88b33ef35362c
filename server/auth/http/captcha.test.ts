import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { aSignedInUser, expectRefusal, openTestAuth, somebody, type TestAuth } from '#testing/sign-in/auth.ts'
import { captchaVerifier } from './captcha.ts'

let plain: TestAuth
let test: TestAuth
const asked: [string, string | null][] = []
beforeAll(async () => {
  plain = await openTestAuth()
  test = plain.withOperator({
    captcha: async (token, address) => {
      asked.push([token, address])
      if (token === 'unreachable') throw new Error('no route')
      return { isRight: token === 'solved', problem: 'timeout-or-duplicate' }
    },
  })
})
afterAll(() => test.close())

const solved = { gotrue_meta_security: { captcha_token: 'solved' } }
const guarded: [string, object][] = [
  ['/signup', { email: 'captcha@example.test', password: 'a quiet long password' }],
  ['/recover', { email: 'captcha@example.test' }],
  ['/resend', { type: 'signup', email: 'captcha@example.test' }],
  ['/magiclink', { email: 'captcha@example.test' }],
  ['/otp', { email: 'captcha@example.test' }],
  ['/sso', { domain: 'x.test' }],
  ['/token?grant_type=password', { email: 'captcha@example.test', password: 'x' }],
]

describe.each(guarded)('POST %s with a captcha configured', (path, body) => {
  it('requires its answer first', async () => {
    await expectRefusal(test, ['POST', path, { body }], {
      status: 400,
      code: 'captcha_failed',
      message: /no captcha_token found/,
    })
  })

  it('refuses a wrong answer; each is verified with the network address', async () => {
    const wrong = { ...body, gotrue_meta_security: { captcha_token: 'guessed' } }
    const failed = { status: 400, code: 'captcha_failed', message: /timeout-or-duplicate/ }
    await expectRefusal(test, ['POST', path, { body: wrong }], failed)
    const { headers } = await test.send('POST', path, {
      body: { ...body, ...solved },
      address: '203.0.113.4',
    })
    expect(headers.get('x-sb-error-code')).not.toBe('captcha_failed')
    expect(asked.at(-1)).toEqual(['solved', '203.0.113.4'])
  })
})

it('is an internal error while the provider cannot be reached', async () => {
  const body = { email: 'a@b.test', gotrue_meta_security: { captcha_token: 'unreachable' } }
  await expectRefusal(test, ['POST', '/recover', { body }], { status: 500, code: 'unexpected_failure' })
})

it('refuses a token of the wrong JSON type, and a truncated body', async () => {
  const body = { email: 'a@b.test', gotrue_meta_security: { captcha_token: 7 } }
  await expectRefusal(test, ['POST', '/recover', { body }], { status: 400, code: 'bad_json' })
  await expectRefusal(test, ['POST', '/recover', { rawBody: '{' }], { status: 400, code: 'bad_json' })
})

it('admits refreshes, PKCE codes and the server itself', async () => {
  const person = await aSignedInUser(plain)
  const before = asked.length
  const refresh = { refresh_token: person.refreshToken }
  expect((await test.send('POST', '/token?grant_type=refresh_token', { body: refresh })).status).toBe(200)
  const pkce = { auth_code: 'x', code_verifier: 'y' }
  const { body } = await test.send('POST', '/token?grant_type=pkce', { body: pkce })
  expect(body.error_code).toBe('flow_state_not_found')
  const token = await test.auth.serviceToken()
  const { email } = await somebody(test)
  expect((await test.send('POST', '/recover', { token, body: { email } })).status).toBe(200)
  expect(asked).toHaveLength(before)
  // a person's token is not the server's
  const own = await test.send('POST', '/recover', { token: person.accessToken, body: { email } })
  expect(own.body.error_code).toBe('captcha_failed')
})

it('accepts the token as auth-js sends it', async () => {
  const person = await somebody(test)
  const credentials = { email: person.email, password: person.password }
  expect((await test.client().signInWithPassword(credentials)).error?.code).toBe('captcha_failed')
  const { error } = await test
    .client()
    .signInWithPassword({ ...credentials, options: { captchaToken: 'solved' } })
  expect(error).toBeNull()
})

describe.each([
  ['hcaptcha', 'https://hcaptcha.com/siteverify'],
  ['turnstile', 'https://challenges.cloudflare.com/turnstile/v0/siteverify'],
] as const)('the provider %s', (provider, url) => {
  const ask = (answer: unknown) => {
    const calls: { url: string; body: string }[] = []
    const verify = captchaVerifier({ provider, secret: 'shh' }, async (input, init) => {
      calls.push({ url: String(input), body: String(init?.body) })
      return Response.json(answer)
    })
    return { calls, verify }
  }

  it('is called with secret, answer and network address', async () => {
    const { calls, verify } = ask({ success: true })
    expect(await verify('the answer', '203.0.113.4')).toEqual({ isRight: true, problem: '' })
    expect(calls).toEqual([{ url, body: 'secret=shh&response=the+answer&remoteip=203.0.113.4' }])
  })

  it('rejects with its own codes, and passes only on an explicit success', async () => {
    const { verify } = ask({ success: false, 'error-codes': ['invalid-input-response'] })
    expect(await verify('x', null)).toEqual({ isRight: false, problem: 'invalid-input-response' })
    expect((await ask({ success: 'true' }).verify('x', null)).isRight).toBe(false)
  })
})
