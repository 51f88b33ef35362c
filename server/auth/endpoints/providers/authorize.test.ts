import { beforeAll, describe, expect, it } from 'vitest'
import { hostileRedirects } from '#testing/hostile/hostile-redirects.ts'
import {
  expectRefusal,
  limitsOf,
  openTestAuth,
  setUpTestAuth,
  siteUrl,
  somebody,
} from '#testing/sign-in/auth.ts'
import { aChallenge, begin, locationOf, openTestProvider, visit } from '#testing/sign-in/openid.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'

const google = await openTestProvider()
const test = setUpTestAuth({ providers: [google.provider] })
let clinic: TestClinic
beforeAll(async () => {
  clinic = await aClinic(test.db)
})

const pkce = () => new URLSearchParams(aChallenge().query).toString()
const stateOf = async (location: URL) => {
  const [flow] = await test.db.asOwner<{ redirect_to: string }>(
    'select redirect_to from auth.flow_states where id = $1',
    [location.searchParams.get('state')],
  )
  return flow
}

describe('GET /authorize refuses', () => {
  // spec: A7 The implicit flow is refused, and the message names flowType
  it.each([
    ['an unknown provider', 'provider=nobody', /^Unsupported provider: /],
    ['a provider that is not set up', 'provider=apple', /^Unsupported provider: /],
    ['no provider', '', /^Unsupported provider: /],
    ['half of a PKCE pair', `provider=google&code_challenge=${'a'.repeat(43)}`, /PKCE flow requires/],
    [
      'a malformed challenge',
      'provider=google&code_challenge=short&code_challenge_method=s256',
      /43 to 128 characters/,
    ],
    [
      'the implicit flow, naming the one to use (docs/contracts/auth.md D17)',
      'provider=google',
      /flowType: 'pkce'/,
    ],
    [
      'the plain method (docs/contracts/auth.md D21)',
      `provider=google&code_challenge=${'a'.repeat(43)}&code_challenge_method=plain`,
      /Invalid code challenge method/,
    ],
  ])('%s', async (_name, query, message) => {
    const complete = query.startsWith('provider=google') ? query : `${query}&${pkce()}`
    const refusal = { status: 400, code: 'validation_failed', message }
    await expectRefusal(test, ['GET', `/authorize?${complete}`], refusal)
  })

  it('too many requests from one network', async () => {
    const limited = await openTestAuth({
      providers: [google.provider],
      rateLimits: limitsOf({ burst: 1, perSeconds: 60 }),
    })
    const first = await visit(limited, `/authorize?provider=google&${pkce()}`)
    const second = await visit(limited, `/authorize?provider=google&${pkce()}`)
    await limited.close()
    expect([first.status, second.status]).toEqual([302, 429])
    expect(second.headers.get('x-sb-error-code')).toBe('over_request_rate_limit')
  })
})

describe('GET /authorize', () => {
  // spec: A7 authorize redirects to the provider
  it('redirects to the provider with PKCE, a nonce and the state of a stored flow', async () => {
    const { location, answer } = await begin(test)
    expect(answer.status).toBe(302)
    expect(answer.headers.get('cache-control')).toBe('no-store')
    expect(`${location.origin}${location.pathname}`).toBe(`${google.provider.issuer}/authorize`)
    expect(Object.fromEntries(location.searchParams)).toEqual({
      client_id: 'google-web',
      response_type: 'code',
      redirect_uri: `${siteUrl}/auth/v1/callback`,
      scope: 'openid email profile',
      state: expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^[0-9a-f]{32}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
    })
    expect(await stateOf(location)).toEqual({ redirect_to: `${siteUrl}/` })
  })

  it('passes other parameters on, but none that belong to the flow, in any letter case', async () => {
    const ours = {
      CLIENT_ID: 'evil',
      Client_Secret: 'evil',
      Redirect_Uri: 'https://evil.test',
      response_TYPE: 'token',
      STATE: 'evil',
      Code_Verifier: 'evil',
    }
    const theirs = { prompt: 'consent', login_hint: 'rosa@example.test', nonce: 'chosen-by-the-app' }
    const { location } = await begin(test, { ...ours, ...theirs, scopes: 'email profile calendar.readonly' })
    const sent = Object.fromEntries(location.searchParams)
    expect(sent).toMatchObject({
      ...theirs,
      client_id: 'google-web',
      response_type: 'code',
      scope: 'openid email profile calendar.readonly',
    })
    expect(location.href).not.toMatch(/evil/)
  })

  it('stores a redirect target that is ours', async () => {
    const target = `http://${clinic.subdomain}.carefold.localhost:3000/join?from=google`
    const { location } = await begin(test, { redirect_to: target })
    expect(await stateOf(location)).toEqual({ redirect_to: target })
  })

  it('accepts plain localhost in development, for its callback too', async () => {
    const query = new URLSearchParams({ provider: 'google', ...aChallenge().query })
    const raw = new Request(`http://localhost:3000/auth/v1/authorize?${query}`)
    const answer = await test.auth.fetch(raw, { requestId: crypto.randomUUID(), address: null })
    const location = new URL(answer.headers.get('location') ?? '')
    expect(location.searchParams.get('redirect_uri')).toBe('http://localhost:3000/auth/v1/callback')
  })

  it('redirects to our page with an error when the provider cannot be reached', async () => {
    const silent = await openTestProvider()
    silent.intercept = async () => new Response('down', { status: 500 })
    const down = test.with({ providers: [silent.provider] })
    const target = locationOf(
      await visit(down, `/authorize?provider=google&${pkce()}&redirect_to=${siteUrl}/login`),
    )
    expect(target.pathname).toBe('/login')
    expect(target.searchParams.get('error_code')).toBe('unexpected_failure')
    expect(target.searchParams.get('error')).toBe('temporarily_unavailable')
    silent.intercept = null
    expect((await begin(down)).answer.status).toBe(302)
  })

  it('accepts an invited user’s token', async () => {
    const invited = await somebody(test, { confirmed: false, password: null, changes: 'invited_at = now()' })
    const { body } = await test.send('POST', '/invite', {
      token: await test.auth.serviceToken(),
      body: { email: invited.email },
    })
    expect(body.email).toBe(invited.email)
    const { tokenHash } = await test.mailTo(invited.email)
    expect((await begin(test, { invite_token: tokenHash })).answer.status).toBe(302)
  })
})

describe('redirect_to never leaves our sites (docs/threats.md T8)', () => {
  it.each(hostileRedirects)('%j', async (payload) => {
    const { location } = await begin(test, { redirect_to: payload })
    const flow = await stateOf(location)
    expect(flow?.redirect_to).toBe(`${siteUrl}/`)
  })
})
