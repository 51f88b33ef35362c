import { describe, expect, it } from 'vitest'
import { setUpTestAuth, siteUrl, somebody, userRowOf } from '#testing/sign-in/auth.ts'
import {
  aProviderPerson,
  begin,
  errorOf,
  locationOf,
  openTestProvider,
  providersOf,
  redeem,
  returnFrom,
  signInWithProvider,
  visit,
} from '#testing/sign-in/openid.ts'

const google = await openTestProvider()
const test = setUpTestAuth({ providers: [google.provider] })

const loginPage = `${siteUrl}/login`

describe('GET /callback without a flow of ours redirects to the main site', () => {
  it.each([['an error without a state', '/callback?error=access_denied', 'bad_oauth_callback']])(
    '%s',
    async (_name, path, code) => {
      const answer = await visit(test, path)
      const target = locationOf(answer)
      expect(answer.status).toBe(303)
      expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/`)
      expect(errorOf(target)).toEqual({ error: 'invalid_request', code })
    },
  )

  it('a flow that was started by mail, not with a provider', async () => {
    const person = await somebody(test)
    const challenge = { code_challenge: 'a'.repeat(43), code_challenge_method: 's256' }
    await test.send('POST', '/recover', { body: { email: person.email, ...challenge } })
    const [flow] = await test.db.asOwner<{ id: string }>(
      'select id from auth.flow_states where user_id = $1',
      [person.id],
    )
    const target = locationOf(await visit(test, `/callback?code=x&state=${flow?.id}`))
    expect(errorOf(target).code).toBe('bad_oauth_state')
  })

  it('a state that was used already, successfully or not', async () => {
    const { callback, target, verifier } = await returnFrom(test, google, aProviderPerson())
    const again = await visit(test, callback)
    expect(again.status).toBe(303)
    expect(errorOf(locationOf(again)).code).toBe('flow_state_already_used')
    expect((await redeem(test, target, verifier)).status).toBe(200)

    const { location } = await begin(test)
    const canceled = await google.cancel(location.href)
    await visit(test, canceled)
    expect(errorOf(locationOf(await visit(test, canceled))).code).toBe('flow_state_already_used')
  })
})

describe('GET /callback redirects to the flow’s page with an error', () => {
  it('from the provider, in query and fragment', async () => {
    const { location } = await begin(test, { redirect_to: loginPage })
    const answer = await visit(test, await google.cancel(location.href))
    const target = locationOf(answer)
    expect(answer.status).toBe(302)
    expect(target.pathname).toBe('/login')
    const query = Object.fromEntries(target.searchParams)
    expect(query).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: 'The sign-in was canceled',
    })
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({ ...query, sb: '' })
  })

  it('without repeating a provider’s text that is not an error name', async () => {
    const { location } = await begin(test)
    const state = location.searchParams.get('state')
    const error = encodeURIComponent('<script>')
    const target = locationOf(await visit(test, `/callback?state=${state}&error=${error}`))
    expect(errorOf(target)).toEqual({ error: 'server_error', code: 'server_error' })
  })

  it('when the code is missing', async () => {
    const { location } = await begin(test, { redirect_to: loginPage })
    const target = locationOf(await visit(test, `/callback?state=${location.searchParams.get('state')}`))
    expect([target.pathname, errorOf(target)]).toEqual([
      '/login',
      { error: 'invalid_request', code: 'bad_oauth_callback' },
    ])
  })

  it.each<[string, (callback: URL) => Promise<void> | void]>([
    ['the code is made up', (callback) => callback.searchParams.set('code', 'made-up')],
    [
      'another issuer answers (RFC 9207)',
      (callback) => callback.searchParams.set('iss', 'https://evil.test'),
    ],
    [
      'the provider is down',
      () => {
        google.intercept = async (request) =>
          request.url.endsWith('/token') ? new Response('down', { status: 500 }) : null
      },
    ],
    ['the token has another nonce', () => tokenAnswers({ nonce: 'another' })],
    ['the token is for another app', () => tokenAnswers({ aud: 'another-app' })],
    ['the token is from another issuer', () => tokenAnswers({ iss: 'https://evil.test' })],
    ['the token has expired', () => tokenAnswers({ exp: 1_000_000_000 })],
    ['the token is unsigned', () => tokenAnswers({}, (jwt) => `${jwt.split('.').slice(0, 2).join('.')}.`)],
  ])('server_error when %s', async (_name, disturb) => {
    const { location } = await begin(test)
    nonceAsked = location.searchParams.get('nonce') ?? ''
    const callback = await google.approve(location.href, aProviderPerson())
    await disturb(callback)
    const target = locationOf(await visit(test, callback))
    google.intercept = null
    expect(errorOf(target)).toEqual({ error: 'server_error', code: 'unexpected_failure' })
    expect(target.searchParams.get('error_description')).toBe('Unable to exchange external code')
  })

  let nonceAsked = ''
  function tokenAnswers(changes: object, change: (jwt: string) => string = (jwt) => jwt): void {
    google.intercept = async (request) => {
      if (!request.url.endsWith('/token')) return null
      const jwt = await google.sandbox.idToken(aProviderPerson(), { nonce: nonceAsked, ...changes })
      return Response.json({ access_token: 'x', token_type: 'Bearer', id_token: change(jwt) })
    }
  }

  it('signup_disabled for a new user; existing users still sign in', async () => {
    const closed = test.with({ signUp: false })
    const person = aProviderPerson()
    const { target } = await returnFrom(closed, google, person)
    expect(errorOf(target)).toEqual({ error: 'access_denied', code: 'signup_disabled' })
    expect(await userRowOf(test, person.email)).toBeUndefined()
    await signInWithProvider(test, google, person)
    expect((await signInWithProvider(closed, google, person)).status).toBe(200)
  })

  it('user_banned, and nothing is linked', async () => {
    const banned = await somebody(test, { changes: `banned_until = now() + interval '1 day'` })
    const { target } = await returnFrom(test, google, aProviderPerson({ email: banned.email }))
    expect(errorOf(target)).toEqual({ error: 'access_denied', code: 'user_banned' })
    expect(await providersOf(test, banned.id)).toEqual(['email'])
  })
})
