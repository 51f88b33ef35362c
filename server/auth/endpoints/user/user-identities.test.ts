import { describe, expect, it } from 'vitest'
import {
  aSignedInUser,
  auditOf,
  expectRefusal,
  type SignedIn,
  setUpTestAuth,
  signIn,
  siteUrl,
  somebody,
} from '#testing/sign-in/auth.ts'
import { addTotp, passTotp } from '#testing/sign-in/factors.ts'
import {
  aChallenge,
  aProviderPerson,
  locationOf,
  openTestProvider,
  redeem,
  signInWithProvider,
  visit,
} from '#testing/sign-in/openid.ts'

const google = await openTestProvider()
const test = setUpTestAuth({ providers: [google.provider] }, { env: { MANUAL_LINKING: 'on' } })

/** @returns the redirect of the callback */
async function link(person: SignedIn, at = aProviderPerson()) {
  const pkce = aChallenge()
  const query = new URLSearchParams({ provider: 'google', redirect_to: `${siteUrl}/settings`, ...pkce.query })
  const authorize = await visit(test, `/user/identities/authorize?${query}`, { token: person.accessToken })
  const callback = await google.approve(locationOf(authorize).href, at)
  return { target: locationOf(await visit(test, callback)), verifier: pkce.verifier }
}

const identitiesOf = async ({ accessToken }: SignedIn) => {
  const { body } = await test.send('GET', '/user', { token: accessToken })
  return body.identities as { identity_id: string; provider: string; email: string }[]
}
const idOf = async (person: SignedIn, provider: string) =>
  (await identitiesOf(person)).find((identity) => identity.provider === provider)?.identity_id ?? ''

describe('GET /user/identities/authorize', () => {
  const path = `/user/identities/authorize?provider=google&${new URLSearchParams(aChallenge().query)}`

  it.each([
    ['an unknown provider', path.replace('google', 'nobody')],
    ['no PKCE', '/user/identities/authorize?provider=google'],
  ])('refuses %s as /authorize does', async (_name, at) => {
    const { accessToken } = await aSignedInUser(test)
    await expectRefusal(test, ['GET', at, { token: accessToken }], { status: 400, code: 'validation_failed' })
  })

  it('requires the second factor of a user who has one, to link and to unlink (docs/contracts/auth.md D22)', async () => {
    const person = await aSignedInUser(test)
    await link(person)
    const identity = `/user/identities/${await idOf(person, 'google')}`
    const steppedUp = await passTotp(test, person, await addTotp(test, person))
    const { accessToken: token } = await signIn(test, person)
    const refusal = { status: 401, code: 'insufficient_aal' }
    await expectRefusal(test, ['GET', path, { token }], refusal)
    await expectRefusal(test, ['DELETE', identity, { token }], refusal)
    expect((await visit(test, path, { token: steppedUp.accessToken })).status).toBe(302)
    expect((await test.send('DELETE', identity, { token: steppedUp.accessToken })).status).toBe(200)
  })

  it('adds the identity, whatever its address, and signs in', async () => {
    const person = await aSignedInUser(test)
    const { target, verifier } = await link(person)
    expect(target.pathname).toBe('/settings')
    const { status, body } = await redeem(test, target, verifier)
    expect([status, body.user.id, body.user.email]).toEqual([200, person.id, person.email])
    const providers = (await identitiesOf(person)).map(({ provider }) => provider)
    // both were made in one instant of the test's clock, so their order is arbitrary
    expect(providers.sort()).toEqual(['email', 'google'])
    expect(await auditOf(test, person.id)).toContain('auth.identity_linked')
  })

  it('refuses an identity that is linked already, to this user or another', async () => {
    const person = await aSignedInUser(test)
    const at = aProviderPerson()
    await link(person, at)
    const mine = (await link(person, at)).target.searchParams
    expect([mine.get('error_code'), mine.get('error_description')]).toEqual([
      'identity_already_exists',
      'Identity is already linked',
    ])
    const theirs = (await link(await aSignedInUser(test), at)).target.searchParams
    expect([theirs.get('error_code'), theirs.get('error_description')]).toEqual([
      'identity_already_exists',
      'Identity is already linked to another user',
    ])
  })

  // spec: A7 Identities are linked and unlinked
  it('works with auth-js: linkIdentity, getUserIdentities, unlinkIdentity', async () => {
    const person = await aSignedInUser(test)
    const client = test.client({ flowType: 'pkce' })
    await client.setSession({ access_token: person.accessToken, refresh_token: person.refreshToken })
    const { data, error } = await client.linkIdentity({ provider: 'google' })
    expect(error).toBeNull()
    const target = locationOf(await visit(test, await google.approve(data?.url ?? '', aProviderPerson())))
    await client.exchangeCodeForSession(target.searchParams.get('code') ?? '')
    const { data: identities } = await client.getUserIdentities()
    const added = identities?.identities.find(({ provider }) => provider === 'google')
    expect((await client.unlinkIdentity(added as never)).error).toBeNull()
    expect((await identitiesOf(person)).map(({ provider }) => provider)).toEqual(['email'])
  })
})

describe('DELETE /user/identities/{id}', () => {
  const unlink = (person: SignedIn, id: string) =>
    test.send('DELETE', `/user/identities/${id}`, { token: person.accessToken })

  it('refuses another audience', async () => {
    const { accessToken: token } = await aSignedInUser(test)
    const headers = { 'x-jwt-aud': 'another' }
    const path = `/user/identities/${crypto.randomUUID()}`
    await expectRefusal(test, ['DELETE', path, { token, headers }], {
      status: 403,
      code: 'unexpected_audience',
    })
  })

  it('removes an identity, which is then free', async () => {
    const person = await aSignedInUser(test)
    const at = aProviderPerson()
    await link(person, at)
    const { status, body } = await unlink(person, await idOf(person, 'google'))
    expect([status, body]).toEqual([200, {}])
    const user = (await test.send('GET', '/user', { token: person.accessToken })).body
    expect(user.app_metadata).toEqual({ provider: 'email', providers: ['email'] })
    expect(user.email).toBe(person.email)
    expect((await signInWithProvider(test, google, at)).body.user.id).not.toBe(person.id)
    expect(await auditOf(test, person.id)).toContain('auth.identity_unlinked')
  })

  it('changes the address to a remaining verified identity’s, and revokes pending links', async () => {
    const person = await aSignedInUser(test)
    const at = aProviderPerson()
    await link(person, at)
    await test.send('POST', '/recover', { body: { email: person.email } })
    const { tokenHash } = await test.mailTo(person.email)
    await unlink(person, await idOf(person, 'email'))
    const user = (await test.send('GET', '/user', { token: person.accessToken })).body
    expect(user.email).toBe(at.email)
    expect(user.user_metadata.email).toBe(at.email)
    expect(user.app_metadata).toEqual({ provider: 'google', providers: ['google'] })
    const late = await test.send('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    expect(late.body.error_code).toBe('otp_expired')
  })

  it('refuses when neither a verified address nor a number would remain', async () => {
    const person = await aSignedInUser(test)
    await link(person, aProviderPerson({ isEmailVerified: false }))
    const path = `/user/identities/${await idOf(person, 'email')}`
    await expectRefusal(test, ['DELETE', path, { token: person.accessToken }], {
      status: 422,
      code: 'single_identity_not_deletable',
    })
    const user = (await test.send('GET', '/user', { token: person.accessToken })).body
    expect([user.email, user.identities.length]).toEqual([person.email, 2])
  })

  it('clears the address with the e-mail identity, and frees it', async () => {
    const person = await aSignedInUser(test, {
      changes: `phone = '15550002222', phone_confirmed_at = now()`,
    })
    await test.db.asOwner(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1::uuid, 'phone', $1::uuid::text, '{"phone": "15550002222"}')`,
      [person.id],
    )
    await test.send('POST', '/recover', { body: { email: person.email } })
    const { tokenHash } = await test.mailTo(person.email)
    expect((await unlink(person, await idOf(person, 'email'))).status).toBe(200)
    const user = (await test.send('GET', '/user', { token: person.accessToken })).body
    expect([user.email, user.phone, user.app_metadata.providers]).toEqual(['', '15550002222', ['phone']])
    expect(user).not.toHaveProperty('email_confirmed_at')
    expect(user.user_metadata).not.toHaveProperty('email')
    const late = await test.send('POST', '/verify', { body: { type: 'recovery', token_hash: tokenHash } })
    expect(late.body.error_code).toBe('otp_expired')
    const next = await somebody(test, { email: person.email })
    expect(next.id).not.toBe(person.id)
  })

  it('clears the phone number with the phone identity', async () => {
    const person = await aSignedInUser(test, {
      changes: `phone = '15550001111', phone_confirmed_at = now()`,
    })
    await test.db.asOwner(
      `insert into auth.identities (user_id, provider, provider_id, identity_data)
       values ($1::uuid, 'phone', $1::uuid::text, '{"phone": "15550001111"}')`,
      [person.id],
    )
    expect((await unlink(person, await idOf(person, 'phone'))).status).toBe(200)
    const user = (await test.send('GET', '/user', { token: person.accessToken })).body
    expect([user.phone, user.email]).toEqual(['', person.email])
  })
})
