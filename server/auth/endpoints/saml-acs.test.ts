import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { auditOf, openTestAuth, siteUrl, somebody, type TestAuth } from '#testing/auth.ts'
import { redeem } from '#testing/openid.ts'
import { aClinic, anInvitation, type TestClinic } from '#testing/people.ts'
import { aSsoProvider, beginSso, postResponse } from '#testing/saml.ts'
import { openTestIdp, type ResponseWish, readSamlRequest, type SamlRequest } from '#testing/saml-idp.ts'
import { makeSamlKey } from '../saml/saml-key.ts'

let test: TestAuth
let clinic: TestClinic
let providerId: string
const idp = openTestIdp('northwind')
beforeAll(async () => {
  test = await openTestAuth({}, { env: { SAML_PRIVATE_KEY: makeSamlKey() } })
  clinic = await aClinic(test.db)
  providerId = await aSsoProvider(test, clinic, idp)
})
afterAll(() => test.close())

let people = 0
/** Somebody at the identity provider. */
function aPerson(wish: ResponseWish = {}): ResponseWish & { nameId: string; attributes: { email: string } } {
  people += 1
  return { nameId: `staff-${people}`, ...wish, attributes: { email: `staff-${people}@clinic.test` } } as never
}

/** The whole way. @returns the redirect of the answer and the browser's verifier */
async function comeBack(wish: ResponseWish = aPerson(), provider = providerId, service = test) {
  const { request, verifier } = await beginSso(service, provider)
  const { status, location } = await postResponse(service, request, idp.response(service, request, wish))
  return { request, verifier, status, location }
}

async function signIn(wish: ResponseWish = aPerson(), provider = providerId) {
  const { location, verifier } = await comeBack(wish, provider)
  const refusal = location.searchParams.get('error_code')
  if (refusal) throw new Error(`refused: ${refusal}`)
  return redeem(test, location, verifier)
}

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString('utf8'))

async function expectRefused(
  outcome: Promise<{ status: number; location: URL }>,
  code: string,
  error = 'invalid_request',
) {
  const { status, location } = await outcome
  const { searchParams: query, origin, pathname, hash } = location
  expect({ status, at: `${origin}${pathname}`, hash }).toEqual({ status: 303, at: `${siteUrl}/`, hash: '' })
  expect({ code: query.get('error_code'), error: query.get('error') }).toEqual({ code, error })
  expect(query.get('error_description')).toBeTruthy()
}

const send = (request: SamlRequest, xml: string) => postResponse(test, request, xml)
const memberships = (userId: string) =>
  test.db.asOwner<{ clinic_id: string; role: string; status: string }>(
    'select clinic_id, role, status from public.clinic_memberships where user_id = $1 and ended_at is null',
    [userId],
  )

describe('an answer in order', () => {
  it('ends with a code for the browser that began, and the code gives a session', async () => {
    const person = aPerson()
    const { status, location, verifier } = await comeBack(person)
    expect(status).toBe(302)
    expect([...location.searchParams.keys()]).toEqual(['code'])
    expect(location.hash).toBe('')
    const { status: redeemed, body } = await redeem(test, location, verifier)
    expect(redeemed).toBe(200)
    expect(body.user.email).toBe(person.attributes.email)
    expect(claimsOf(body.access_token)).toMatchObject({
      aal: 'aal1',
      email: person.attributes.email,
      amr: [{ method: 'sso/saml', provider: providerId }],
      app_metadata: { provider: `sso:${providerId}`, providers: [`sso:${providerId}`] },
    })
    expect((await redeem(test, location, verifier)).body.error_code).toBe('flow_state_not_found')
  })

  it.each(['assertion', 'both'] as const)('is taken with a signature on %s', async (sign) => {
    expect((await signIn({ ...aPerson(), sign })).status).toBe(200)
  })

  it('makes a single sign-on account with one identity, whose address counts as proven', async () => {
    const person = aPerson()
    const { body } = await signIn(person)
    expect(body.user).toMatchObject({
      email_confirmed_at: expect.any(String),
      identities: [{ id: person.nameId, provider: `sso:${providerId}` }],
      user_metadata: { email: person.attributes.email, email_verified: true, sub: person.nameId },
    })
    const [row] = await test.db.asOwner('select is_sso, password_hash from auth.users where id = $1', [
      body.user.id,
    ])
    expect(row).toEqual({ is_sso: true, password_hash: null })
  })

  it('knows the same subject again, and follows a changed address', async () => {
    const person = aPerson()
    const first = await signIn(person)
    const again = await signIn({ ...person, attributes: { email: `new-${person.attributes.email}` } })
    expect(again.body.user.id).toBe(first.body.user.id)
    expect(again.body.user.email).toBe(`new-${person.attributes.email}`)
    expect(await auditOf(test, first.body.user.id)).toEqual([
      'auth.user_signedup',
      'auth.login',
      'auth.login',
      'auth.login',
    ])
  })

  it('leaves the e-mail account of the same address alone', async () => {
    const person = aPerson()
    const other = await somebody(test, { email: person.attributes.email })
    const { body } = await signIn(person)
    expect(body.user.id).not.toBe(other.id)
    const own = await test.send('POST', '/token?grant_type=password', {
      body: { email: other.email, password: other.password },
    })
    expect(own.body.user.id).toBe(other.id)
  })

  it('lets nobody change address or password beside the provider', async () => {
    const { body } = await signIn()
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

  it('lets nobody add a way in of their own, or take the provider’s away', async () => {
    const { body } = await signIn()
    const open = test.with({ manualLinking: true })
    const added = await open.send('GET', '/user/identities/authorize?provider=google', {
      token: body.access_token,
    })
    expect(added).toMatchObject({ status: 422, body: { error_code: 'user_sso_managed' } })
    const [{ identity_id: identity }] = body.user.identities
    const taken = await open.send('DELETE', `/user/identities/${identity}`, { token: body.access_token })
    expect(taken).toMatchObject({ status: 422, body: { error_code: 'single_identity_not_deletable' } })
  })

  it('ends the session when the provider says', async () => {
    const end = new Date(Math.floor(test.sessionClock.now().getTime() / 1000) * 1000 + 120_000)
    const { body } = await signIn({ ...aPerson(), sessionNotOnOrAfter: end.toISOString() })
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

  it('does not take the assertion’s own few minutes for the session’s', async () => {
    const { body } = await signIn()
    const rows = await test.db.asOwner('select not_after from auth.sessions where user_id = $1', [
      body.user.id,
    ])
    expect(rows).toEqual([{ not_after: null }])
  })

  it('gives the session in the fragment to whoever is allowed to begin without PKCE', async () => {
    const implicit = test.with({ implicitGrant: true })
    const answer = await implicit.send('POST', '/sso', {
      body: { provider_id: providerId, skip_http_redirect: true },
    })
    const request = readSamlRequest(answer.body.url)
    const { status, location } = await postResponse(
      implicit,
      request,
      idp.response(implicit, request, aPerson()),
    )
    const fragment = new URLSearchParams(location.hash.slice(1))
    expect(status).toBe(302)
    expect(location.search).toBe('')
    expect(fragment.get('token_type')).toBe('bearer')
    const user = await test.send('GET', '/user', { token: fragment.get('access_token') ?? '' })
    expect(user.status).toBe(200)
  })

  it('leads back to the clinic’s page that the sign-in began on', async () => {
    const page = `http://${clinic.subdomain}.carefold.localhost:3000/login`
    const { request } = await beginSso(test, providerId, { redirect_to: page })
    const { location } = await send(request, idp.response(test, request, aPerson()))
    expect(location.href).toMatch(new RegExp(`^${page}\\?code=`))
  })

  it('is redeemed by auth-js', async () => {
    const client = test.client({ flowType: 'pkce' })
    const { data } = await client.signInWithSSO({ providerId })
    const request = readSamlRequest(data?.url ?? '')
    const { location } = await send(request, idp.response(test, request, aPerson()))
    const session = await client.exchangeCodeForSession(location.searchParams.get('code') ?? '')
    expect(session.error).toBeNull()
    expect(session.data.session?.user.app_metadata.provider).toBe(`sso:${providerId}`)
  })
})

describe('who it is', () => {
  it.each([
    [
      'the SAML subject identifier',
      { attributes: { 'urn:oasis:names:tc:SAML:attribute:subject-id': 'sub-1', email: 'sid@clinic.test' } },
      'sub-1',
    ],
    [
      'NameID of unspecified format',
      {
        nameId: 'name-7',
        nameIdFormat: 'urn:oasis:names:tc:SAML:1.1:nameid-format:unspecified',
        attributes: { email: 'nid@clinic.test' },
      },
      'name-7',
    ],
  ])('%s', async (_, wish, subject) => {
    const { body } = await signIn(wish as never)
    expect(body.user.identities[0].id).toBe(subject)
  })

  it.each([
    ['mail', { mail: 'one@clinic.test' }],
    ['the LDAP name', { 'urn:oid:0.9.2342.19200300.100.1.3': 'two@clinic.test' }],
    [
      'the name of Entra',
      { 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress': 'three@clinic.test' },
    ],
    ['capital letters', { email: 'Four@Clinic.TEST' }],
  ])('its address by %s', async (_, attributes) => {
    const { body } = await signIn({ ...aPerson(), attributes: attributes as never })
    expect(body.user.email).toBe(Object.values(attributes)[0]?.toLowerCase())
  })

  it('its address by NameID where that is one', async () => {
    const nameIdFormat = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    const { body } = await signIn({ nameId: 'five@clinic.test', nameIdFormat })
    expect(body.user.email).toBe('five@clinic.test')
  })

  it('its address by the attribute that the clinic named, and by no other', async () => {
    const own = openTestIdp('mapped')
    const mapped = await aSsoProvider(test, clinic, own, { emailAttribute: 'workMail' })
    const { request } = await beginSso(test, mapped)
    const attributes = { email: 'private@clinic.test', workMail: 'work@clinic.test' }
    const { location } = await send(request, own.response(test, request, { ...aPerson(), attributes }))
    expect(location.searchParams.get('code')).toBeTruthy()
    const rows = await test.db.asOwner(`select 1 from auth.users where email = 'work@clinic.test' and is_sso`)
    expect(rows).toHaveLength(1)
    const without = await beginSso(test, mapped)
    const xml = own.response(test, without.request, { ...aPerson(), attributes: { email: 'a@clinic.test' } })
    await expectRefused(send(without.request, xml), 'saml_assertion_no_email')
  })

  it('its name, for the clinic’s list', async () => {
    const attributes = { email: 'named@clinic.test', givenName: 'Rosa', sn: 'Lind' }
    const { body } = await signIn({ ...aPerson(), attributes })
    expect(body.user.user_metadata.full_name).toBe('Rosa Lind')
  })

  it.each([
    ['nobody', { nameId: null }],
    [
      'somebody who is another one each time',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
  ])('refuses %s', async (_, wish) => {
    await expectRefused(comeBack({ ...aPerson(), ...wish }), 'saml_assertion_no_user_id')
  })

  it.each([
    ['no address', {}],
    ['an address that is none', { email: 'rosa' }],
  ])('refuses %s', async (_, attributes) => {
    await expectRefused(
      comeBack({ ...aPerson(), attributes: attributes as never }),
      'saml_assertion_no_email',
    )
  })

  it.each(['rosa@elsewhere.test', 'rosa@sub.clinic.test', 'rosa@clinic.test.evil.test'])(
    'refuses %s, which is not of the provider’s domains',
    async (email) => {
      await expectRefused(
        comeBack({ ...aPerson(), attributes: { email } }),
        'email_address_not_authorized',
        'access_denied',
      )
    },
  )
})

describe('the clinic', () => {
  it('has a member in them, and no more', async () => {
    const { body } = await signIn()
    expect(await memberships(body.user.id)).toEqual([
      { clinic_id: clinic.id, role: 'member', status: 'active' },
    ])
  })

  it.each(['staff', 'admin', 'patient'] as const)('gives the role of its invitation: %s', async (role) => {
    const person = aPerson()
    await anInvitation(test.db, clinic, {
      email: person.attributes.email,
      role,
      expiresAt: new Date('2026-03-12T00:00:00Z'),
    })
    const { body } = await signIn(person)
    expect(await memberships(body.user.id)).toEqual([{ clinic_id: clinic.id, role, status: 'active' }])
  })

  it('may let only people in whom it has invited', async () => {
    const own = openTestIdp('invited-only')
    const strict = await aSsoProvider(test, clinic, own, { joinsAnyone: false })
    const stranger = await beginSso(test, strict)
    const refused = send(stranger.request, own.response(test, stranger.request, aPerson()))
    await expectRefused(refused, 'sso_no_access', 'access_denied')

    const person = aPerson()
    await anInvitation(test.db, clinic, {
      email: person.attributes.email,
      role: 'staff',
      expiresAt: new Date('2026-03-12T00:00:00Z'),
    })
    const { request } = await beginSso(test, strict)
    const { location } = await send(request, own.response(test, request, person))
    expect(location.searchParams.get('code')).toBeTruthy()
  })

  it.each([
    ['removed', 'ended_at = now()'],
    ['deactivated', `status = 'invited', suspended_at = now()`],
  ])('does not get somebody back whom it has %s', async (_, change) => {
    const person = aPerson()
    const { body } = await signIn(person)
    await test.db.asOwner(`update public.clinic_memberships set ${change} where user_id = $1`, [body.user.id])
    await expectRefused(comeBack(person), 'sso_no_access', 'access_denied')
  })

  it('is the only one that the account can belong to, whatever another clinic has offered to the address', async () => {
    const other = await aClinic(test.db)
    const person = aPerson()
    await anInvitation(test.db, other, {
      email: person.attributes.email,
      role: 'admin',
      expiresAt: new Date('2026-03-12T00:00:00Z'),
    })
    const { body } = await signIn(person)
    expect(await memberships(body.user.id)).toHaveLength(1)
    const accept = test.db.asOwner('select app.accept_invitation($1, $2, $3)', [
      other.id,
      body.user.id,
      test.clock.now(),
    ])
    await expect(accept).rejects.toMatchObject({ code: '42501' })
    const insert = test.db.asOwner(
      `insert into public.patients (clinic_id, user_id, full_name) values ($1, $2, 'Rosa')`,
      [other.id, body.user.id],
    )
    await expect(insert).rejects.toMatchObject({ code: '42501' })
    expect(await memberships(body.user.id)).toHaveLength(1)
  })

  it('refuses a banned person, and everybody new while sign-up is off', async () => {
    const person = aPerson()
    const { body } = await signIn(person)
    await test.db.asOwner(`update auth.users set banned_until = '2999-01-01' where id = $1`, [body.user.id])
    await expectRefused(comeBack(person), 'user_banned', 'access_denied')
    const closed = test.with({ signUp: false })
    await expectRefused(comeBack(aPerson(), providerId, closed), 'signup_disabled')
  })
})

describe('the relay state', () => {
  it.each(['', 'not-a-uuid', crypto.randomUUID(), 'https://evil.test'])(
    'refuses %j, which is not one of ours',
    async (relayState) => {
      const { request } = await beginSso(test, providerId)
      const xml = idp.response(test, request, aPerson())
      await expectRefused(postResponse(test, { relayState }, xml), 'saml_relay_state_not_found')
    },
  )

  it('lives for two minutes', async () => {
    const [early, late] = [await beginSso(test, providerId), await beginSso(test, providerId)]
    const before = test.clock.now().getTime()
    test.clock.advance('PT119S')
    const { location } = await send(early.request, idp.response(test, early.request, aPerson()))
    expect(location.searchParams.get('code')).toBeTruthy()
    test.clock.advance('PT1S')
    await expectRefused(
      send(late.request, idp.response(test, late.request, aPerson())),
      'saml_relay_state_expired',
    )
    expect(test.clock.now().getTime() - before).toBe(120_000)
  })

  it('is good for one answer, also when that was no good', async () => {
    const { request } = await beginSso(test, providerId)
    const xml = idp.response(test, request, aPerson())
    await expectRefused(send(request, '<nothing/>'), 'validation_failed')
    await expectRefused(send(request, xml), 'saml_relay_state_not_found')
  })

  it('of two answers at the same time one is taken', async () => {
    const { request } = await beginSso(test, providerId)
    const xml = idp.response(test, request, aPerson())
    const answers = await Promise.all([send(request, xml), send(request, xml)])
    expect(answers.map(({ status }) => status).sort()).toEqual([302, 303])
  })
})

describe('the provider', () => {
  it('refuses an answer of another one', async () => {
    const other = openTestIdp('somebody-else')
    const { request } = await beginSso(test, providerId)
    await expectRefused(send(request, other.response(test, request, aPerson())), 'saml_idp_not_found')
  })

  it('refuses another one that calls itself by its name', async () => {
    const thief = openTestIdp('thief')
    const { request } = await beginSso(test, providerId)
    const xml = thief.response(test, request, { ...aPerson(), issuer: idp.entityId })
    await expectRefused(send(request, xml), 'validation_failed')
  })

  it('refuses one that was removed or disabled meanwhile', async () => {
    const own = openTestIdp('leaving')
    const leaving = await aSsoProvider(test, clinic, own)
    const disabled = await beginSso(test, leaving)
    const removed = await beginSso(test, leaving)
    await test.db.asOwner('update public.sso_providers set disabled_at = now() where id = $1', [leaving])
    await expectRefused(
      send(disabled.request, own.response(test, disabled.request, aPerson())),
      'sso_provider_disabled',
    )
    await test.db.asOwner('update public.sso_providers set removed_at = now() where id = $1', [leaving])
    await expectRefused(
      send(removed.request, own.response(test, removed.request, aPerson())),
      'saml_idp_not_found',
    )
  })

  it('may sign with either of two certificates while it changes them', async () => {
    const [old, next] = [openTestIdp('rolling'), openTestIdp('rolling')]
    const rolling = await aSsoProvider(test, clinic, old)
    await test.db.asOwner('update public.sso_providers set certificates = $2 where id = $1', [
      rolling,
      [old.certificate, next.certificate],
    ])
    for (const signer of [old, next]) {
      const { request } = await beginSso(test, rolling)
      const { location } = await send(request, signer.response(test, request, aPerson()))
      expect(location.searchParams.get('code')).toBeTruthy()
    }
  })

  it('names the clinic for the page that shows a refusal', async () => {
    const { request } = await beginSso(test, providerId)
    const { location } = await send(request, '')
    expect(location.searchParams.get('c')).toBe(clinic.subdomain)
  })
})

describe('what an assertion must say', () => {
  it.each<[string, ResponseWish]>([
    ['another audience', { audience: 'https://other.example/metadata' }],
    ['no audience', { audience: null }],
    ['no conditions', { conditions: false }],
    ['another destination', { destination: 'https://other.example/acs' }],
    ['another recipient', { recipient: 'https://other.example/acs' }],
    ['an answer to another request', { inResponseTo: '_somebody-elses' }],
    ['an answer to no request', { inResponseTo: null }],
    ['a subject for another request', { subjectInResponseTo: '_somebody-elses' }],
    ['a holder of a key', { confirmation: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }],
    ['no end of the confirmation', { subjectNotOnOrAfter: null }],
    ['no sign-in', { authnStatement: false }],
    ['a refusal', { status: 'Responder' }],
    ['an instant that is none', { notOnOrAfter: 'tomorrow' }],
    ['a session that is over', { sessionNotOnOrAfter: '2020-01-01T00:00:00Z' }],
  ])('refuses %s', async (_, wish) => {
    await expectRefused(comeBack({ ...aPerson(), ...wish }), 'validation_failed')
  })

  it.each<[string, ResponseWish, boolean]>([
    ['valid in 59 seconds', { notBefore: '2026-03-10T15:00:59Z' }, true],
    ['valid in two minutes', { notBefore: '2m' }, false],
    ['over for 59 seconds', { notOnOrAfter: '2026-03-10T14:59:01Z' }, true],
    ['over for two minutes', { notOnOrAfter: '-2m' }, false],
    ['confirmed until two minutes ago', { subjectNotOnOrAfter: '-2m' }, false],
  ])('goes by the product’s clock: %s', async (_, wish, isTaken) => {
    const frozen = test.clock.now()
    const shifted = Object.fromEntries(
      Object.entries(wish).map(([name, text]) => {
        const offset = Date.parse(String(text)) - Date.parse('2026-03-10T15:00:00Z')
        return [name, Number.isNaN(offset) ? text : new Date(frozen.getTime() + offset).toISOString()]
      }),
    )
    const outcome = comeBack({ ...aPerson(), ...shifted })
    if (isTaken) expect((await outcome).location.searchParams.get('code')).toBeTruthy()
    else await expectRefused(outcome, 'validation_failed')
  })

  it('refuses an assertion that was taken before, by whatever process', async () => {
    const { request } = await beginSso(test, providerId)
    const xml = idp.response(test, request, aPerson())
    expect((await send(request, xml)).status).toBe(302)
    // as if the same request were still waiting
    const waiting = await beginSso(test, providerId)
    await test.db.asOwner('update auth.saml_relay_states set request_id = $2 where id = $1', [
      waiting.request.relayState,
      request.id,
    ])
    await expectRefused(postResponse(test.with({}), waiting.request, xml), 'validation_failed')
  })
})

describe('what must be signed', () => {
  it.each<[string, ResponseWish]>([
    ['nothing', { sign: 'nothing' }],
    ['the frame alone', { sign: 'response' }],
    ['SHA-1', { signatureAlgorithm: 'http://www.w3.org/2000/09/xmldsig#rsa-sha1' }],
    ['a SHA-1 digest', { digestAlgorithm: 'http://www.w3.org/2000/09/xmldsig#sha1' }],
    [
      'a canonical form with comments',
      { canonicalForm: 'http://www.w3.org/2001/10/xml-exc-c14n#WithComments' },
    ],
  ])('refuses %s', async (_, wish) => {
    await expectRefused(comeBack({ ...aPerson(), ...wish }), 'validation_failed')
  })

  const forged = (xml: string) => xml.replaceAll(/staff-\d+@clinic\.test/g, 'owner@clinic.test')
  const assertionOf = (xml: string) => /<saml:Assertion.*<\/saml:Assertion>/s.exec(xml)?.[0] ?? ''
  const unsigned = (xml: string) => xml.replace(/<Signature.*<\/Signature>/s, '')
  const evil = (xml: string, id = '_evil') =>
    unsigned(forged(assertionOf(xml))).replace(/ID="[^"]+"/, `ID="${id}"`)

  it.each<[string, (xml: string) => string]>([
    ['a changed address', forged],
    ['a changed signature', (xml) => xml.replace(/<SignatureValue>..../, '<SignatureValue>AAAA')],
    ['a removed signature', unsigned],
    ['a second assertion in front', (xml) => xml.replace('<saml:Assertion', `${evil(xml)}<saml:Assertion`)],
    ['a second assertion behind', (xml) => xml.replace('</samlp:Response>', `${evil(xml)}</samlp:Response>`)],
    [
      'a second assertion with the same ID',
      (xml) => {
        const id = /<saml:Assertion[^>]* ID="([^"]+)"/.exec(xml)?.[1]
        return xml.replace('<saml:Assertion', `${evil(xml, id)}<saml:Assertion`)
      },
    ],
    [
      'the signed one wrapped in the forged one',
      (xml) =>
        xml.replace(
          assertionOf(xml),
          evil(xml).replace('</saml:Assertion>', `${assertionOf(xml)}</saml:Assertion>`),
        ),
    ],
    [
      'the signed one moved into the signature’s Object',
      (xml) => {
        const signature = /<Signature.*<\/Signature>/s.exec(xml)?.[0] ?? ''
        const moved = signature.replace(
          '</Signature>',
          `<Object>${unsigned(assertionOf(xml))}</Object></Signature>`,
        )
        return xml.replace(assertionOf(xml), evil(xml).replace('</saml:Issuer>', `</saml:Issuer>${moved}`))
      },
    ],
    [
      'the signed one moved into Extensions',
      (xml) =>
        xml
          .replace(assertionOf(xml), evil(xml))
          .replace(
            '<samlp:Status>',
            `<samlp:Extensions>${assertionOf(xml)}</samlp:Extensions><samlp:Status>`,
          ),
    ],
    [
      'the signed response inside a forged response',
      (xml) =>
        xml.replace(assertionOf(xml), evil(xml)).replace('</samlp:Response>', `${xml}</samlp:Response>`),
    ],
    ['a comment in the address', (xml) => xml.replace('@clinic.test', '@clinic.test<!-- -->.evil.test')],
    ['a comment that the signature does not see', (xml) => xml.replace('@clinic', '<!-- x -->@clinic')],
    ['a CDATA section', (xml) => xml.replace(/(staff-\d+)</, '<![CDATA[$1]]><')],
    ['an instruction', (xml) => xml.replace('<saml:NameID', '<?php x ?><saml:NameID')],
    [
      'a document type with entities',
      (xml) => `<!DOCTYPE r [<!ENTITY e "owner">]>${xml.replace(/staff-\d+@/, '&e;@')}`,
    ],
    ['an external entity', (xml) => `<!DOCTYPE r SYSTEM "file:///etc/passwd">${xml}`],
    [
      'an encrypted assertion beside',
      (xml) =>
        xml.replace(
          '</samlp:Response>',
          '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/></samlp:Response>',
        ),
    ],
    ['half of it', (xml) => xml.slice(0, xml.length / 2)],
    ['no XML', () => 'SAML'],
    [
      'a very deep one',
      (xml) => xml.replace('<samlp:Status>', `${'<a>'.repeat(200)}${'</a>'.repeat(200)}<samlp:Status>`),
    ],
    [
      'a very long one',
      (xml) => xml.replace('<samlp:Status>', `<a>${'x'.repeat(300_000)}</a><samlp:Status>`),
    ],
  ])('refuses %s, and nobody is made', async (_, attack) => {
    const { request } = await beginSso(test, providerId)
    const xml = attack(idp.response(test, request, aPerson()))
    const before = await test.db.asOwner('select id from auth.users')
    await expectRefused(send(request, xml), 'validation_failed')
    expect(await test.db.asOwner('select id from auth.users')).toHaveLength(before.length)
  })
})

it('keeps nothing of it longer than a day', async () => {
  await beginSso(test, providerId)
  await signIn()
  test.clock.advance('P3D')
  await test.auth.jobs.find(({ name }) => name === 'auth.clean-up')?.run({})
  for (const table of ['saml_relay_states', 'saml_used_assertions', 'flow_states']) {
    expect(await test.db.asOwner(`select from auth.${table}`)).toEqual([])
  }
})
