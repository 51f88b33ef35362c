import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  auditOf,
  openTestAuth,
  type SignedIn,
  signIn,
  siteUrl,
  somebody,
  somebodySignedIn,
  type TestAuth,
} from '#testing/auth.ts'
import {
  aProviderPerson,
  begin,
  locationOf,
  openTestProvider,
  redeem,
  returnFrom,
  signInWithProvider,
  type TestProvider,
  visit,
} from '#testing/openid.ts'

let google: TestProvider
let test: TestAuth
beforeAll(async () => {
  google = await openTestProvider()
  test = await openTestAuth({ providers: [google.provider] })
})
afterAll(() => test.close())

const loginPage = `${siteUrl}/login`
const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))
const errorOf = (target: URL) => ({
  error: target.searchParams.get('error'),
  code: target.searchParams.get('error_code'),
})
const userOf = async (email: string) => {
  const [user] = await test.db.asOwner<{
    id: string
    password_hash: string | null
    email_confirmed_at: Date | null
    app_metadata: object
    user_metadata: Record<string, unknown>
  }>('select * from auth.users where email = $1', [email])
  return user
}
const providersOf = async (userId: string) => {
  const rows = await test.db.asOwner<{ provider: string }>(
    'select provider from auth.identities where user_id = $1 order by provider',
    [userId],
  )
  return rows.map(({ provider }) => provider)
}
const isAlive = async ({ accessToken }: SignedIn) =>
  (await test.send('GET', '/user', { token: accessToken })).status === 200

describe('GET /callback without a flow of ours leads to the main site', () => {
  it.each([
    ['no state', '/callback?code=x', 'bad_oauth_callback'],
    ['a state that is no uuid', '/callback?code=x&state=1', 'bad_oauth_state'],
    ['an unknown state', `/callback?code=x&state=${crypto.randomUUID()}`, 'bad_oauth_state'],
    ['an error without a state', '/callback?error=access_denied', 'bad_oauth_callback'],
  ])('%s', async (_name, path, code) => {
    const answer = await visit(test, path)
    const target = locationOf(answer)
    expect(answer.status).toBe(303)
    expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/`)
    expect(errorOf(target)).toEqual({ error: 'invalid_request', code })
  })

  it('a state that is too old', async () => {
    const { location } = await begin(test)
    const callback = await google.approve(location.href, aProviderPerson())
    test.clock.advance('PT6M')
    expect(errorOf(locationOf(await visit(test, callback)))).toEqual({
      error: 'invalid_request',
      code: 'bad_oauth_state',
    })
  })

  it('the flow of a mail, which never went to a provider', async () => {
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

  it('a state that was used already, whether or not it led anywhere', async () => {
    const { callback, target, verifier } = await returnFrom(test, google, aProviderPerson())
    const again = await visit(test, callback)
    expect(again.status).toBe(303)
    expect(errorOf(locationOf(again)).code).toBe('flow_state_already_used')
    expect((await redeem(test, target, verifier)).status).toBe(200)

    const { location } = await begin(test)
    const cancelled = await google.cancel(location.href)
    await visit(test, cancelled)
    expect(errorOf(locationOf(await visit(test, cancelled))).code).toBe('flow_state_already_used')
  })
})

describe('GET /callback leads to the flow’s page with an error', () => {
  it('that the provider names, in query and fragment', async () => {
    const { location } = await begin(test, { redirect_to: loginPage })
    const answer = await visit(test, await google.cancel(location.href))
    const target = locationOf(answer)
    expect(answer.status).toBe(302)
    expect(target.pathname).toBe('/login')
    const query = Object.fromEntries(target.searchParams)
    expect(query).toEqual({
      error: 'access_denied',
      error_code: 'access_denied',
      error_description: 'The sign-in was cancelled',
    })
    expect(Object.fromEntries(new URLSearchParams(target.hash.slice(1)))).toEqual({ ...query, sb: '' })
  })

  it('an error of the provider that is no error name is not repeated', async () => {
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
    ['the token is of another issuer', () => tokenAnswers({ iss: 'https://evil.test' })],
    ['the token has run out', () => tokenAnswers({ exp: 1_000_000_000 })],
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

  it('signup_disabled for somebody new; who is known still signs in', async () => {
    const closed = test.with({ signUp: false })
    const person = aProviderPerson()
    const { target } = await returnFrom(closed, google, person)
    expect(errorOf(target)).toEqual({ error: 'access_denied', code: 'signup_disabled' })
    expect(await userOf(person.email)).toBeUndefined()
    await signInWithProvider(test, google, person)
    expect((await signInWithProvider(closed, google, person)).status).toBe(200)
  })

  it('user_banned, and nothing is linked', async () => {
    const banned = await somebody(test, { changes: `banned_until = now() + interval '1 day'` })
    const { target } = await returnFrom(test, google, aProviderPerson({ email: banned.email }))
    expect(errorOf(target)).toEqual({ error: 'access_denied', code: 'user_banned' })
    expect(await providersOf(banned.id)).toEqual(['email'])
  })
})

describe('a sign-in with a provider', () => {
  it('makes a person who is new, confirmed, with what the provider says of them', async () => {
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

  it('hands the provider’s refresh token on when the provider was asked for one', async () => {
    const { body } = await signInWithProvider(test, google, aProviderPerson(), { access_type: 'offline' })
    expect(body.provider_refresh_token).toEqual(expect.any(String))
  })

  it('keeps the provider’s tokens unreadable until the code is exchanged, and not after', async () => {
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

  it('gives a code once, and only to the browser that began', async () => {
    const { target, verifier } = await returnFrom(test, google, aProviderPerson())
    expect((await redeem(test, target, 'x'.repeat(43))).body).toMatchObject({
      error_code: 'bad_code_verifier',
    })
    expect((await redeem(test, target, verifier)).status).toBe(200)
    const again = await redeem(test, target, verifier)
    expect([again.status, again.body.error_code]).toEqual([404, 'flow_state_not_found'])
  })

  it('keeps the query of the page it ends on', async () => {
    const redirect = `${siteUrl}/?c=sunrise`
    const { target, status } = await returnFrom(test, google, aProviderPerson(), { redirect_to: redirect })
    expect(status).toBe(302)
    expect(target.searchParams.get('c')).toBe('sunrise')
    expect(target.searchParams.get('code')).toMatch(/^[0-9a-f-]{36}$/)
    expect(target.hash).toBe('')
  })

  it('finds the same person again by the subject, whatever address they have now', async () => {
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

  it('links a verified address to its confirmed owner, who keeps password and sessions', async () => {
    const owner = await somebodySignedIn(test)
    const { body } = await signInWithProvider(test, google, aProviderPerson({ email: owner.email }))
    expect(body.user.id).toBe(owner.id)
    expect(body.user.app_metadata).toEqual({ provider: 'email', providers: ['email', 'google'] })
    expect(await isAlive(owner)).toBe(true)
    expect((await signIn(test, owner)).accessToken).toEqual(expect.any(String))
    expect(await auditOf(test, owner.id)).toContain('auth.identity_linked')
  })

  it('takes a form post as well', async () => {
    const { location, verifier } = await begin(test)
    const callback = await google.approve(location.href, aProviderPerson())
    const answer = await test.send('POST', '/callback', {
      rawBody: callback.searchParams.toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
    expect((await redeem(test, locationOf(answer), verifier)).status).toBe(200)
  })

  it('makes one person of two first sign-ins at the same moment', async () => {
    const person = aProviderPerson()
    const outcomes = await Promise.all([1, 2, 3].map(() => returnFrom(test, google, person)))
    expect(outcomes.map(({ target }) => target.searchParams.has('code'))).toEqual([true, true, true])
    expect(await test.db.asOwner('select from auth.users where email = $1', [person.email])).toHaveLength(1)
  })

  it('takes a state once, also when the browser comes back twice at the same moment', async () => {
    const { location } = await begin(test)
    const callback = await google.approve(location.href, aProviderPerson())
    const answers = await Promise.all([visit(test, callback), visit(test, callback)])
    const outcomes = answers.map((answer) => locationOf(answer).searchParams.get('error_code')).sort()
    expect(outcomes).toEqual(['flow_state_already_used', null])
  })

  it('asks the userinfo endpoint when the identity token has no address', async () => {
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

  it('by auth-js: signInWithOAuth begins and exchangeCodeForSession ends it', async () => {
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
  it('is asked about somebody new, may refuse them, and is not asked about who is known', async () => {
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

describe('an address that the provider has not verified', () => {
  const unverified = (email?: string) =>
    aProviderPerson({ isEmailVerified: false, ...(email ? { email } : {}) })

  it('gets a confirmation mail first, and its link lets this way of signing in work', async () => {
    const person = unverified()
    const { target } = await returnFrom(test, google, person)
    expect(errorOf(target)).toEqual({ error: 'access_denied', code: 'provider_email_needs_verification' })
    expect(target.searchParams.get('error_description')).toBe(
      'Unverified email with google. A confirmation email has been sent to your google email',
    )
    expect((await userOf(person.email))?.email_confirmed_at).toBeNull()

    const { tokenHash, links } = await test.mailTo(person.email)
    expect(new URL(links[0] ?? '').searchParams.get('redirect_to')).toBe(`${siteUrl}/confirm-email`)
    const verified = await test.send('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
    expect(verified.status).toBe(200)
    expect((await signInWithProvider(test, google, person)).body.user.id).toBe(verified.body.user.id)
  })

  it('never leads to the account that has it: a new person has none', async () => {
    const owner = await somebodySignedIn(test)
    const { target } = await returnFrom(test, google, unverified(owner.email))
    expect(errorOf(target).code).toBe('provider_email_needs_verification')
    expect(target.searchParams.get('error_description')).toBe(
      'Unverified email with google. Verify the email with google in order to sign in',
    )
    expect(await providersOf(owner.id)).toEqual(['email'])
    const made = await test.db.asOwner<{ email: string | null }>(
      `select u.email from auth.users u join auth.identities i on i.user_id = u.id where i.email = $1 and u.id <> $2`,
      [owner.email, owner.id],
    )
    expect(made).toEqual([{ email: null }])
    expect(await test.mailCount(owner.email)).toBe(0)
  })

  it('leads to the owner once the provider has verified it', async () => {
    const owner = await somebody(test)
    const person = unverified(owner.email)
    await returnFrom(test, google, person)
    const { body } = await signInWithProvider(test, google, { ...person, isEmailVerified: true })
    expect(body.user.id).toBe(owner.id)
  })

  it('is asked for a proof once a minute only', async () => {
    const person = unverified()
    await returnFrom(test, google, person)
    const { target } = await returnFrom(test, google, person)
    expect(errorOf(target).code).toBe('over_email_send_rate_limit')
    test.clock.advance('PT61S')
    expect(errorOf((await returnFrom(test, google, person)).target).code).toBe(
      'provider_email_needs_verification',
    )
    expect(await test.mailCount(person.email)).toBe(2)
  })
})

describe('an account that nobody has confirmed may be somebody else’s trap (docs/threats.md T31)', () => {
  async function aTrap() {
    const trap = await somebody(test, { confirmed: false, changes: 'may_sign_in_unconfirmed = true' })
    const session = await signIn(test, trap)
    await test.db.asOwner(`update auth.users set user_metadata = '{"full_name":"Trapper"}' where id = $1`, [
      trap.id,
    ])
    return session
  }

  it('a verified Google sign-in takes it over: password, other ways in and sessions end', async () => {
    const trap = await aTrap()
    const { body } = await signInWithProvider(test, google, aProviderPerson({ email: trap.email }))
    expect(body.user).toMatchObject({
      id: trap.id,
      email_confirmed_at: expect.any(String),
      app_metadata: { provider: 'google', providers: ['google'] },
      identities: [{ provider: 'google' }],
    })
    expect(body.user.user_metadata.full_name).toBe('Rosa Lind')
    expect(await isAlive(trap)).toBe(false)
    const retry = await test.send('POST', '/token?grant_type=password', { body: trap })
    expect(retry.body.error_code).toBe('invalid_credentials')
  })

  it.each<[string, (email: string) => Promise<{ type: string }>]>([
    [
      'recovery',
      async (email) => {
        await test.send('POST', '/recover', { body: { email } })
        return { type: 'recovery' }
      },
    ],
    [
      'a sign-in link',
      async (email) => {
        await test.send('POST', '/otp', { body: { email } })
        return { type: 'signup' }
      },
    ],
    [
      'a sign-in link by its old name',
      async (email) => {
        await test.send('POST', '/magiclink', { body: { email } })
        return { type: 'email' }
      },
    ],
    [
      'an invitation',
      async (email) => {
        await test.send('POST', '/invite', { token: await test.auth.serviceToken(), body: { email } })
        return { type: 'invite' }
      },
    ],
  ])('the first password does not survive %s', async (_name, ask) => {
    const trap = await aTrap()
    const { type } = await ask(trap.email)
    const { tokenHash } = await test.mailTo(trap.email)
    const proved = await test.send('POST', '/verify', { body: { type, token_hash: tokenHash } })
    expect([proved.status, proved.body.user?.id]).toEqual([200, trap.id])
    expect(await isAlive(trap)).toBe(false)
    expect((await userOf(trap.email))?.password_hash).toBeNull()
  })

  it('an unproved Google account does not survive the mailbox’s own proof', async () => {
    const trapper = aProviderPerson({ isEmailVerified: false })
    await returnFrom(test, google, trapper)
    await test.send('POST', '/recover', { body: { email: trapper.email } })
    const { tokenHash } = await test.mailTo(trapper.email)
    const { body } = await test.send('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    expect(await providersOf(body.user.id)).toEqual(['email'])
    const { target } = await returnFrom(test, google, trapper)
    expect(errorOf(target).code).toBe('provider_email_needs_verification')
  })

  it('a sign-up of one’s own, confirmed, keeps its password', async () => {
    const email = aProviderPerson().email
    const password = 'an evening by the lake'
    await test.send('POST', '/signup', { body: { email, password } })
    const { tokenHash } = await test.mailTo(email)
    await test.send('POST', '/verify', { body: { type: 'signup', token_hash: tokenHash } })
    expect(
      (await test.send('POST', '/token?grant_type=password', { body: { email, password } })).status,
    ).toBe(200)
  })
})

describe('an invitation taken up with a provider', () => {
  async function invite(email: string) {
    const body = { email, data: { full_name: 'Rosa as invited' } }
    await test.send('POST', '/invite', { token: await test.auth.serviceToken(), body })
    return (await test.mailTo(email)).tokenHash
  }

  it('confirms the invited person and is used up', async () => {
    const person = aProviderPerson({ isEmailVerified: false })
    const invite_token = await invite(person.email)
    const { body } = await signInWithProvider(test, google, person, { invite_token })
    expect(body.user).toMatchObject({
      email: person.email,
      email_confirmed_at: expect.any(String),
      app_metadata: { providers: ['google'] },
    })
    expect(await auditOf(test, body.user.id)).toContain('auth.invite_accepted')
    const again = await test.send('POST', '/verify', { body: { type: 'invite', token_hash: invite_token } })
    expect(again.body.error_code).toBe('otp_expired')
  })

  it('is refused for another address, and stays usable', async () => {
    const invited = aProviderPerson()
    const invite_token = await invite(invited.email)
    const { target } = await returnFrom(test, google, aProviderPerson(), { invite_token })
    expect(errorOf(target)).toEqual({ error: 'invalid_request', code: 'validation_failed' })
    expect(target.searchParams.get('error_description')).toBe(
      'Invited email does not match emails from external provider',
    )
    expect((await signInWithProvider(test, google, invited, { invite_token })).status).toBe(200)
  })

  it('is refused when it was used while somebody stood at the provider', async () => {
    const person = aProviderPerson()
    const invite_token = await invite(person.email)
    const { location } = await begin(test, { invite_token })
    await test.send('POST', '/verify', { body: { type: 'invite', token_hash: invite_token } })
    const target = locationOf(await visit(test, await google.approve(location.href, person)))
    expect(errorOf(target).code).toBe('user_not_found')
  })
})

describe('without PKCE, where an installation allows it (docs/contracts/auth.md D17)', () => {
  it('the session stands in the fragment, and the state is used up', async () => {
    const open = test.with({ implicitGrant: true })
    const authorize = locationOf(await visit(open, `/authorize?provider=google&redirect_to=${siteUrl}/home`))
    const callback = await google.approve(authorize.href, aProviderPerson())
    const target = locationOf(await visit(open, callback))
    expect(target.search).toBe('')
    const fragment = Object.fromEntries(new URLSearchParams(target.hash.slice(1)))
    expect(fragment).toEqual({
      access_token: expect.stringMatching(/^ey/),
      expires_at: expect.stringMatching(/^\d+$/),
      expires_in: '3600',
      provider_token: expect.any(String),
      refresh_token: expect.any(String),
      sb: '',
      token_type: 'bearer',
    })
    expect((await open.send('GET', '/user', { token: fragment.access_token ?? '' })).status).toBe(200)
    expect(errorOf(locationOf(await visit(open, callback))).code).toBe('bad_oauth_state')
  })
})
