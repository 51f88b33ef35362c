import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectRefusal, setUpTestAuth, siteUrl, somebody } from '#testing/sign-in/auth.ts'

const test = setUpTestAuth({ mailIntervalSeconds: 0 })

const verifier = 'v'.repeat(56)
const code_challenge = createHash('sha256').update(verifier).digest('base64url')
const pkce = { code_challenge, code_challenge_method: 's256' }
const home = `${siteUrl}/home`

async function recovering(extra: object = {}) {
  const person = await somebody(test)
  await test.send('POST', '/recover', { body: { email: person.email, ...extra } })
  return { ...person, ...(await test.mailTo(person.email)) }
}
async function follow(
  query: Record<string, string>,
): Promise<{ status: number; url: URL; fragment: URLSearchParams }> {
  const { status, headers } = await test.send('GET', `/verify?${new URLSearchParams(query)}`)
  const url = new URL(headers.get('location') ?? siteUrl)
  return { status, url, fragment: new URLSearchParams(url.hash.slice(1)) }
}

describe('GET /verify', () => {
  it.each([
    ['an unknown link', { token: 'f'.repeat(48), type: 'signup' }, 'access_denied', 'otp_expired'],
    ['another type', { token: 'f'.repeat(48), type: 'party' }, 'invalid_request', 'validation_failed'],
    [
      'a type that only phones have',
      { token: 'f'.repeat(48), type: 'sms' },
      'invalid_request',
      'validation_failed',
    ],
  ])('redirects with the error for %s', async (_name, query, error, error_code) => {
    const { status, url, fragment } = await follow({ ...query, redirect_to: home })
    expect(status).toBe(303)
    expect(url.search).toBe('')
    expect(Object.fromEntries(fragment)).toMatchObject({ error, error_code, sb: '' })
  })

  it('sets headers that hide the tokens from caches and referrers', async () => {
    const { headers } = await test.send('GET', '/verify?token=x&type=signup')
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
  })
})

describe('a PKCE flow', () => {
  it.each(['/recover', '/otp', '/magiclink'])('is not begun by %s with the plain method', async (path) => {
    const body = { email: 'ada@example.test', code_challenge: verifier, code_challenge_method: 'plain' }
    await expectRefusal(test, ['POST', path, { body }], {
      status: 400,
      code: 'validation_failed',
      message: 'Invalid code challenge method',
    })
  })

  it('signs in at once when the link is posted', async () => {
    const { tokenHash } = await recovering(pkce)
    const { status, body } = await test.send('POST', '/verify', {
      body: { type: 'recovery', token_hash: tokenHash },
    })
    expect(status).toBe(200)
    expect(body.access_token).toBeDefined()
  })

  it.each([
    ['no code', { code_verifier: verifier }, 400, 'validation_failed'],
    ['no verifier', { auth_code: crypto.randomUUID() }, 400, 'validation_failed'],
    [
      'an unknown code',
      { auth_code: crypto.randomUUID(), code_verifier: verifier },
      404,
      'flow_state_not_found',
    ],
  ])('refuses %s', async (_name, body, status, code) => {
    await expectRefusal(test, ['POST', '/token?grant_type=pkce', { body }], { status, code })
  })

  it.each([
    ['sign-up', 'email/signup'],
    ['sign-in link', 'magiclink'],
  ])('works with auth-js: %s', async (kind, method) => {
    const client = test.client({ flowType: 'pkce' })
    const email = `pkce-${method.replace('/', '-')}@example.test`
    if (kind === 'sign-up') await client.signUp({ email, password: 'a quiet long password' })
    else {
      await somebody(test, { email })
      await client.signInWithOtp({ email })
    }
    const mail = await test.mailTo(email)
    const { url } = await follow({ token: mail.tokenHash, type: kind === 'sign-up' ? 'signup' : 'magiclink' })
    const { data, error } = await client.exchangeCodeForSession(url.searchParams.get('code') ?? '')
    expect(error).toBeNull()
    const token = await test.auth.verifyAccessToken(data.session?.access_token ?? '')
    expect(token?.claims.amr).toMatchObject([{ method }])
  })
})
