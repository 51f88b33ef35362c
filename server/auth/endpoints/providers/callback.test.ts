import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  isAlive,
  openTestAuth,
  setUpTestAuth,
  signIn,
  siteUrl,
} from '#testing/sign-in/auth.ts'
import { claimsOf } from '#testing/sign-in/factors.ts'
import {
  aProviderPerson,
  begin,
  locationOf,
  openTestProvider,
  redeem,
  returnFrom,
  signInWithProvider,
  visit,
} from '#testing/sign-in/openid.ts'

const google = await openTestProvider()
const test = setUpTestAuth({ providers: [google.provider] })

describe('a sign-in with a provider', () => {
  it('makes a new user, confirmed, with the provider’s profile', async () => {
    const person = aProviderPerson({ name: 'Rosa Lind' })
    const { status, body } = await signInWithProvider(test, google, person)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      token_type: 'bearer',
      provider_token: expect.any(String),
      user: {
        email: person.email,
        email_confirmed_at: expect.any(String),
        app_metadata: { provider: 'google', providers: ['google'] },
        user_metadata: {
          iss: google.provider.issuer,
          email: person.email,
          email_verified: true,
          full_name: 'Rosa Lind',
          name: 'Rosa Lind',
          provider_id: expect.stringMatching(/^\d{21}$/),
        },
        identities: [{ provider: 'google', email: person.email, last_sign_in_at: expect.any(String) }],
      },
    })
    expect(body.provider_refresh_token).toBeUndefined()
    expect(claimsOf(body.access_token).amr).toEqual([{ method: 'oauth', timestamp: expect.any(Number) }])
    expect(await auditOf(test, body.user.id)).toEqual(['auth.user_signedup', 'auth.login'])
  })

  it('passes the provider’s refresh token on when one was requested', async () => {
    const { body } = await signInWithProvider(test, google, aProviderPerson(), { access_type: 'offline' })
    expect(body.provider_refresh_token).toEqual(expect.any(String))
  })

  it('stores the provider’s tokens encrypted, and only until the code is exchanged', async () => {
    const { target, verifier, callback } = await returnFrom(test, google, aProviderPerson())
    const state = callback.searchParams.get('state')
    const [flow] = await test.db.asOwner<{ sealed: Buffer }>(
      'select provider_tokens_sealed as sealed from auth.flow_states where id = $1',
      [state],
    )
    const { body } = await redeem(test, target, verifier)
    expect(Buffer.from(flow?.sealed ?? '').includes(body.provider_token)).toBe(false)
    expect(flow?.sealed.length).toBeGreaterThan(body.provider_token.length)
    expect(await test.db.asOwner('select from auth.flow_states where id = $1', [state])).toEqual([])
  })

  it('preserves the query of the target page', async () => {
    const redirect = `${siteUrl}/?c=sunrise`
    const { target, status } = await returnFrom(test, google, aProviderPerson(), { redirect_to: redirect })
    expect(status).toBe(302)
    expect(target.searchParams.get('c')).toBe('sunrise')
    expect(target.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/)
    expect(target.hash).toBe('')
  })

  it('finds the user again by subject, even after their address changed', async () => {
    const person = aProviderPerson()
    const first = await signInWithProvider(test, google, person)
    await test.db.asOwner('update auth.users set email = $1 where id = $2', [
      `moved-${person.email}`,
      first.body.user.id,
    ])
    const second = await signInWithProvider(test, google, person)
    expect(second.body.user.id).toBe(first.body.user.id)
    expect(second.body.user.email).toBe(`moved-${person.email}`)
  })

  it('links a verified address to its confirmed owner, whose password and sessions remain', async () => {
    const owner = await aSignedInUser(test)
    const { body } = await signInWithProvider(test, google, aProviderPerson({ email: owner.email }))
    expect(body.user.id).toBe(owner.id)
    expect(body.user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
    expect(await isAlive(test, owner)).toBe(true)
    expect((await signIn(test, owner)).accessToken).toEqual(expect.any(String))
    expect(await auditOf(test, owner.id)).toContain('auth.identity_linked')
  })

  it('accepts a form post as well', async () => {
    const { location, verifier } = await begin(test)
    const callback = await google.approve(location.href, aProviderPerson())
    const answer = await test.send('POST', '/callback', {
      rawBody: callback.searchParams.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await redeem(test, locationOf(answer), verifier)).status).toBe(200)
  })

  it('makes one user from concurrent first sign-ins', async () => {
    const person = aProviderPerson()
    const outcomes = await Promise.all([1, 2, 3].map(() => returnFrom(test, google, person)))
    expect(outcomes.map(({ target }) => target.searchParams.has('code'))).toEqual([true, true, true])
    expect(await test.db.asOwner('select from auth.users where email = $1', [person.email])).toHaveLength(1)
  })

  it('accepts a state once, even when the browser returns twice at the same moment', async () => {
    const { location } = await begin(test)
    const callback = await google.approve(location.href, aProviderPerson())
    const answers = await Promise.all([visit(test, callback), visit(test, callback)])
    const outcomes = answers.map((answer) => locationOf(answer).searchParams.get('error_code')).sort()
    expect(outcomes).toEqual(['flow_state_already_used', null])
  })

  it('queries the userinfo endpoint when the identity token has no address', async () => {
    const person = aProviderPerson()
    google.intercept = async (request) => {
      if (!request.url.endsWith('/token')) return null
      const answer = await (await google.sandbox.fetch(request)).json()
      const { nonce, at_hash } = claimsOf(answer.id_token)
      const short = { nonce, at_hash, email: undefined, email_verified: undefined, name: undefined }
      return Response.json({ ...answer, id_token: await google.sandbox.idToken(person, short) })
    }
    const { body } = await signInWithProvider(test, google, person)
    google.intercept = null
    expect(body.user).toMatchObject({ email: person.email, user_metadata: { full_name: person.name } })
  })

  it('works with auth-js: signInWithOAuth and exchangeCodeForSession', async () => {
    const client = test.client({ flowType: 'pkce' })
    const { data } = await client.signInWithOAuth({
      provider: 'google',
      options: { redirectTo: `${siteUrl}/`, scopes: 'email profile', skipBrowserRedirect: true },
    })
    const authorize = locationOf(await visit(test, (data.url ?? '').replace('/auth/v1', '')))
    const target = locationOf(await visit(test, await google.approve(authorize.href, aProviderPerson())))
    const { data: session, error } = await client.exchangeCodeForSession(
      target.searchParams.get('code') ?? '',
    )
    expect(error).toBeNull()
    expect(session.session?.provider_token).toEqual(expect.any(String))
    expect((await client.getUser()).data.user?.app_metadata.provider).toBe('google')
  })
})

describe('the operator’s hook before_user_created', () => {
  it('is called for a new user, may refuse, and is not called for an existing one', async () => {
    const hook = 'HOOK_BEFORE_USER_CREATED'
    const secret = `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`
    const env = { [`${hook}_URI`]: 'https://hooks.example/before', [`${hook}_SECRETS`]: secret }
    const asked: string[] = []
    const plain = await openTestAuth({ providers: [google.provider] }, { env })
    const hooked = plain.withOperator({
      hookTransport: {
        fetch: async (_input, init) => {
          const { email } = JSON.parse(String(init?.body)).user
          asked.push(email)
          const refusal = { error: { http_code: 403, message: 'By invitation only' } }
          return Response.json(email.startsWith('refused') ? refusal : {})
        },
        backOff: async () => {},
        totalMs: 5_000,
        now: () => new Date(),
      },
    })
    const welcome = aProviderPerson()
    await signInWithProvider(hooked, google, welcome)
    await signInWithProvider(hooked, google, welcome)
    const refused = aProviderPerson({ email: `refused-${welcome.email}` })
    const { target } = await returnFrom(hooked, google, refused)
    await plain.close()
    expect(target.searchParams.get('error_description')).toBe('By invitation only')
    expect(asked).toEqual([welcome.email, refused.email])
  })
})
