import { describe, expect, it } from 'vitest'
import { auditOf, somebody } from '#testing/sign-in/auth.ts'
import { claimsOf } from '#testing/sign-in/factors.ts'
import { redeem } from '#testing/sign-in/openid.ts'
import { beginSso, postResponse } from '#testing/sign-in/saml.ts'
import { readSamlRequest } from '#testing/sign-in/saml-idp.ts'
import { aStaffMember, expectRefused, setUpSamlSignIn } from '#testing/sign-in/saml-sign-in.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'

const saml = setUpSamlSignIn()
const { test, idp } = saml

describe('a valid answer', () => {
  it('ends with a code for the browser that started, and the code gives a session', async () => {
    const person = aStaffMember()
    const { status, location, verifier } = await saml.comeBack(person)
    expect(status).toBe(302)
    expect([...location.searchParams.keys()]).toEqual(['code'])
    expect(location.hash).toBe('')
    const { status: redeemed, body } = await redeem(test, location, verifier)
    expect(redeemed).toBe(200)
    expect(body.user.email).toBe(person.attributes.email)
    expect(claimsOf(body.access_token)).toMatchObject({
      aal: 'aal1',
      email: person.attributes.email,
      amr: [{ method: 'sso/saml', provider: saml.providerId }],
      app_metadata: { provider: `sso:${saml.providerId}`, providers: [`sso:${saml.providerId}`] },
    })
    expect((await redeem(test, location, verifier)).body.error_code).toBe('flow_state_not_found')
  })

  it.each(['assertion', 'both'] as const)('is accepted with a signature on %s', async (sign) => {
    expect((await saml.signIn({ ...aStaffMember(), sign })).status).toBe(200)
  })

  it('makes a single sign-on account with one identity, whose address is confirmed', async () => {
    const person = aStaffMember()
    const { body } = await saml.signIn(person)
    expect(body.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      identities: [{ id: person.nameId, provider: `sso:${saml.providerId}` }],
      user_metadata: { email: person.attributes.email, email_verified: true, sub: person.nameId },
    })
    const [row] = await test.db.asOwner('select is_sso, password_hash from auth.users where id = $1', [
      body.user.id,
    ])
    expect(row).toEqual({ is_sso: true, password_hash: null })
  })

  it('recognizes the same subject, whose account retains its address when the provider asserts another', async () => {
    const person = aStaffMember()
    const first = await saml.signIn(person)
    const attributes = { email: `new-${person.attributes.email}`, displayName: 'Rosa Lind' }
    const again = await saml.signIn({ ...person, attributes })
    const { user } = again.body
    expect(user.id).toBe(first.body.user.id)
    expect([user.email, user.user_metadata.email]).toEqual([person.attributes.email, person.attributes.email])
    expect(user.user_metadata.full_name).toBe('Rosa Lind')
    expect(await auditOf(test, first.body.user.id)).toEqual([
      'auth.user_signedup',
      'auth.login',
      'auth.login',
      'auth.login',
    ])
  })

  it('does not touch the e-mail account of the same address', async () => {
    const person = aStaffMember()
    const other = await somebody(test, { email: person.attributes.email })
    await aSecondFactor(test.db, { userId: other.id })
    const { body } = await saml.signIn(person)
    expect(body.user.id).not.toBe(other.id)
    // nor does it copy any of its data (docs/threats.md T31)
    expect(body.user.factors ?? []).toEqual([])
    const own = await test.send('POST', '/token?grant_type=password', {
      body: { email: other.email, password: other.password },
    })
    expect(own.body.user.id).toBe(other.id)
  })

  it('allows no change of address or password outside the provider', async () => {
    const { body } = await saml.signIn()
    for (const change of [
      { password: 'a new long password' },
      { email: 'new@clinic.test' },
      { phone: '15550001111' },
    ]) {
      const answer = await test.send('PUT', '/user', { body: change, token: body.access_token })
      expect(answer).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } })
    }
    const named = await test.send('PUT', '/user', {
      body: { data: { full_name: 'Rosa' } },
      token: body.access_token,
    })
    expect(named.status).toBe(200)
  })

  it('allows no other identity, and no removal of the provider’s', async () => {
    const { body } = await saml.signIn()
    const open = test.with({ manualLinking: true })
    const added = await open.send('GET', '/user/identities/authorize?provider=google', {
      token: body.access_token,
    })
    expect(added).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } })
    const [{ identity_id: identity }] = body.user.identities
    const taken = await open.send('DELETE', `/user/identities/${identity}`, { token: body.access_token })
    expect(taken).toMatchObject({ status: 422, body: { error_code: 'single_identity_not_deletable' } })
  })

  it('ends the session when the provider requires it', async () => {
    const end = new Date(Math.floor(test.sessionClock.now().getTime() / 1000) * 1000 + 120_000)
    const { body } = await saml.signIn({ ...aStaffMember(), sessionNotOnOrAfter: end.toISOString() })
    const [row] = await test.db.asOwner<{ not_after: Date }>(
      'select not_after from auth.sessions where user_id = $1',
      [body.user.id],
    )
    expect(new Date(row?.not_after ?? 0).toISOString()).toBe(end.toISOString())
    expect(body.expires_in).toBeLessThanOrEqual(120)
    test.sessionClock.advance('PT3M')
    const refresh = await test.send('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: body.refresh_token },
    })
    expect(refresh).toMatchObject({ status: 400, body: { error_code: 'session_expired' } })
  })

  it('does not limit the session to the assertion’s own lifetime', async () => {
    const { body } = await saml.signIn()
    const rows = await test.db.asOwner('select not_after from auth.sessions where user_id = $1', [
      body.user.id,
    ])
    expect(rows).toEqual([{ not_after: null }])
  })

  it('puts the session in the fragment where flows without PKCE are allowed', async () => {
    const implicit = test.with({ implicitGrant: true })
    const answer = await implicit.send('POST', '/sso', {
      body: { provider_id: saml.providerId, skip_http_redirect: true },
    })
    const request = readSamlRequest(answer.body.url)
    const { status, location } = await postResponse(
      implicit,
      request,
      idp.response(implicit, request, aStaffMember()),
    )
    const fragment = new URLSearchParams(location.hash.slice(1))
    expect(status).toBe(302)
    expect(location.search).toBe('')
    expect(fragment.get('token_type')).toBe('bearer')
    const user = await test.send('GET', '/user', { token: fragment.get('access_token') ?? '' })
    expect(user.status).toBe(200)
  })

  it('redirects to the clinic’s page that the sign-in started on', async () => {
    const page = `http://${saml.clinic.subdomain}.carefold.localhost:3000/login`
    const { request } = await beginSso(test, saml.providerId, { redirect_to: page })
    const { location } = await postResponse(test, request, idp.response(test, request, aStaffMember()))
    expect(location.href).toMatch(new RegExp(`^${page}\\?code=`))
  })

  it('works with auth-js', async () => {
    const client = test.client({ flowType: 'pkce' })
    const { data } = await client.signInWithSSO({ providerId: saml.providerId })
    const request = readSamlRequest(data?.url ?? '')
    const { location } = await postResponse(test, request, idp.response(test, request, aStaffMember()))
    const session = await client.exchangeCodeForSession(location.searchParams.get('code') ?? '')
    expect(session.error).toBeNull()
    expect(session.data.session?.user.app_metadata.provider).toBe(`sso:${saml.providerId}`)
  })
})

describe('the relay state', () => {
  it.each(['', 'not-a-uuid', crypto.randomUUID(), 'https://evil.test'])(
    'refuses %j, which is not one of ours',
    async (relayState) => {
      const { request } = await beginSso(test, saml.providerId)
      const xml = idp.response(test, request, aStaffMember())
      await expectRefused(postResponse(test, { relayState }, xml), 'saml_relay_state_not_found')
    },
  )

  it('lives for two minutes', async () => {
    const [early, late] = [await beginSso(test, saml.providerId), await beginSso(test, saml.providerId)]
    const before = test.clock.now().getTime()
    test.clock.advance('PT119S')
    const { location } = await postResponse(
      test,
      early.request,
      idp.response(test, early.request, aStaffMember()),
    )
    expect(location.searchParams.get('code')).toBeTruthy()
    test.clock.advance('PT1S')
    await expectRefused(
      postResponse(test, late.request, idp.response(test, late.request, aStaffMember())),
      'saml_relay_state_expired',
    )
    expect(test.clock.now().getTime() - before).toBe(120_000)
  })

  it('accepts one of two answers at the same moment', async () => {
    const { request } = await beginSso(test, saml.providerId)
    const xml = idp.response(test, request, aStaffMember())
    const answers = await Promise.all([postResponse(test, request, xml), postResponse(test, request, xml)])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 303])
  })
})

it('no data of a sign-in is stored longer than a day', async () => {
  await beginSso(test, saml.providerId)
  await saml.signIn()
  test.clock.advance('P3D')
  await test.auth.jobs.find(({ name }) => name === 'auth.clean-up')?.run({})
  for (const table of ['saml_relay_states', 'saml_used_assertions', 'flow_states']) {
    expect(await test.db.asOwner(`select from auth.${table}`)).toEqual([])
  }
})
