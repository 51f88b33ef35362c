// The specification's calls, made by the published client with nothing but the address and the publishable key.
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import { generate } from 'otplib'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { publishableKeyOf } from '#server/platform/http/publishable-key.ts'
import { mailsTo } from '#testing/database/stored-mails.ts'
import { aPresentation } from '#testing/presentations.ts'
import {
  aClinic,
  aMembershipOf,
  aPatient,
  aSignedInPerson,
  aStaffMember,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { openTestServer, type TestServer } from './threats/test-server.ts'

let server: TestServer
let clinic: TestClinic
let mainOrigin: string
let key: string
beforeAll(async () => {
  server = await openTestServer()
  clinic = await aClinic(server.db)
  mainOrigin = server.services.config.mainOrigin
  key = publishableKeyOf(mainOrigin)
  vi.stubGlobal('fetch', server.fetch)
})
afterAll(async () => {
  vi.unstubAllGlobals()
  await server.close()
})

const opened: SupabaseClient[] = []
afterEach(async () => {
  for (const client of opened.splice(0)) await client.auth.stopAutoRefresh()
})

function aClient(url = mainOrigin): SupabaseClient {
  const client = createClient(url, key)
  opened.push(client)
  return client
}
const hubOf = ({ subdomain }: Pick<TestClinic, 'subdomain'>) => mainOrigin.replace('//', `//${subdomain}.`)

async function signedIn(
  person: { userId: string; sessionId: string },
  url = mainOrigin,
): Promise<SupabaseClient> {
  const token = await server.tokenOf(person)
  return createClient(url, key, { accessToken: async () => token })
}

const password = 'an evening by the lake'
let people = 0
const newAddress = () => `published-${++people}@example.test`

async function tokenMailedTo(email: string): Promise<string> {
  const [mail] = await mailsTo(server.db, email)
  return new URL(mail?.links[0] ?? '').searchParams.get('token_hash') ?? ''
}

async function aMember(): Promise<{ client: SupabaseClient; email: string; userId: string }> {
  const email = newAddress()
  const client = aClient()
  const signUp = await client.auth.signUp({ email, password, options: { data: { userType: 'patient' } } })
  expect(signUp.error).toBeNull()
  const token_hash = await tokenMailedTo(email)
  const token = { type: 'signup', token_hash, password } as const
  const { data, error } = await client.auth.verifyOtp(token)
  expect(error).toBeNull()
  return { client, email, userId: data.user?.id ?? '' }
}

describe('a visitor with the publishable key', () => {
  it('reads a clinic by its subdomain, and gets PGRST116 for an unknown one', async () => {
    const { data, error } = await aClient()
      .from('clinics')
      .select('*')
      .eq('subdomain', clinic.subdomain)
      .single()
    expect([error, data?.name]).toEqual([null, clinic.name])
    const none = () => aClient().from('clinics').select('*').eq('subdomain', 'no-such-clinic')
    expect((await none().single()).error?.code).toBe('PGRST116')
    expect(await none().maybeSingle()).toMatchObject({ data: null, error: null })
  })

  it('leaves an address once', async () => {
    const email = newAddress()
    expect((await aClient().from('leads').insert({ email })).error).toBeNull()
    expect((await aClient().from('leads').insert({ email })).error?.code).toBe('23505')
  })

  it('joins a clinic, and signs in with the same password', async () => {
    const body = { email: newAddress(), password, name: 'Robin Joins', subdomain: clinic.subdomain }
    const client = aClient()
    const { data, error } = await client.functions.invoke('clinic-join', { body })
    expect([error, data]).toEqual([null, { success: true }])
    const { data: session } = await client.auth.signInWithPassword(body)
    expect(session.user?.email).toBe(body.email)
  })

  it('gets the refusals of functions and of rows that are for members', async () => {
    const { error, response } = await aClient().functions.invoke('check-subscription')
    expect([error?.name, response?.status]).toEqual(['FunctionsHttpError', 401])
    expect(await response?.json()).toMatchObject({ code: 'not_signed_in' })
    expect(await aClient().from('clinic_memberships').select('*')).toMatchObject({
      status: 401,
      error: { code: '42501' },
    })
    expect((await aClient().rpc('get_users_by_ids', { user_ids: [clinic.admin.userId] })).status).toBe(401)
  })

  it('is no one to the auth service', async () => {
    const headers = { apikey: key, authorization: `Bearer ${key}` }
    for (const [path, code] of [
      ['/user', 'bad_jwt'],
      ['/admin/users', 'not_admin'],
    ])
      expect(JSON.parse((await server.ask(`/auth/v1${path}`, { headers })).text).error_code).toBe(code)
  })

  it('starts Google, an organization and a link by mail as without a key', async () => {
    const client = aClient()
    const google = await client.auth.signInWithOAuth({
      provider: 'google',
      options: { scopes: 'email profile', skipBrowserRedirect: true },
    })
    expect(google.data.url).toMatch(/\/auth\/v1\/authorize\?provider=google&.*scopes=email/)
    expect((await client.auth.signInWithSSO({ domain: 'clinic.example' })).error?.code).toMatch(
      /^s(aml|so)_provider/,
    )
    expect((await client.auth.signInWithOtp({ email: newAddress() })).error).toBeNull()
    expect((await client.auth.resend({ type: 'signup', email: newAddress() })).error).toBeNull()
    expect((await client.auth.exchangeCodeForSession('unknown')).error).not.toBeNull()
  })
})

describe.each([
  ['apikey', (wrong: string) => ({ apikey: wrong })],
  ['bearer', (wrong: string) => ({ authorization: `Bearer ${wrong}` })],
])('another installation’s key as %s', (_place, headersOf) => {
  it.each(['sb_publishable_', publishableKeyOf('https://other.example')])(
    'is refused by every API, in its own format: %s',
    async (wrong) => {
      const headers = headersOf(wrong)
      const ask = async (path: string, method = 'GET', body?: object) => {
        const { status, text } = await server.ask(path, { method, headers, ...(body && { body }) })
        return { status, ...JSON.parse(text) }
      }
      expect(await ask('/rest/v1/clinics')).toEqual({
        status: 401,
        code: 'invalid_api_key',
        message: expect.stringContaining('publishable key'),
        details: null,
        hint: null,
      })
      const code = 'invalid_api_key'
      expect(await ask('/auth/v1/settings')).toMatchObject({ status: 401, error_code: code })
      expect(await ask('/functions/v1/clinic-join', 'POST', {})).toMatchObject({ status: 401, code })
      expect(await ask(`/files/v1/${crypto.randomUUID()}`)).toMatchObject({ status: 401, code })
      expect(await ask('/live/v1')).toMatchObject({ status: 401, code })
      const reads = [{ method: 'GET', path: '/rest/v1/clinics', headers: {} }]
      const together = await server.ask('/reads/v1', { method: 'POST', headers, body: { reads } })
      expect(JSON.parse(together.text)).toMatchObject({ of: 0, status: 401 })
    },
  )
})

describe('a person', () => {
  it('signs up, reads and changes the account, refreshes and signs out', async () => {
    const { client, email, userId } = await aMember()
    expect((await client.auth.getUser()).data.user?.email).toBe(email)
    expect((await client.auth.getClaims()).data?.claims.sub).toBe(userId)
    const named = await client.auth.updateUser({ data: { full_name: 'Robin Published' } })
    expect(named.data.user?.user_metadata.full_name).toBe('Robin Published')
    expect((await client.auth.reauthenticate()).error).toBeNull()
    const { data } = await client.auth.refreshSession()
    expect(data.session?.user.id).toBe(userId)
    const elsewhere = aClient()
    const tokens = {
      access_token: data.session?.access_token ?? '',
      refresh_token: data.session?.refresh_token ?? '',
    }
    expect((await elsewhere.auth.setSession(tokens)).data.user?.id).toBe(userId)
    for (const scope of ['others', 'global'] as const)
      expect((await client.auth.signOut({ scope })).error).toBeNull()
    expect((await client.auth.getSession()).data.session).toBeNull()
    expect((await elsewhere.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
  })

  it('resets a forgotten password', async () => {
    const { client, email } = await aMember()
    await client.auth.signOut()
    const redirectTo = `${mainOrigin}/update-password`
    expect((await client.auth.resetPasswordForEmail(email, { redirectTo })).error).toBeNull()
    const token_hash = await tokenMailedTo(email)
    expect((await client.auth.verifyOtp({ type: 'recovery', token_hash })).error).toBeNull()
    expect((await client.auth.updateUser({ password: 'a morning at the sea' })).error).toBeNull()
    const again = await aClient().auth.signInWithPassword({ email, password: 'a morning at the sea' })
    expect(again.error).toBeNull()
  })

  it('sets up and removes a second step', async () => {
    const { client } = await aMember()
    const { data: factor } = await client.auth.mfa.enroll({ factorType: 'totp' })
    if (factor?.type !== 'totp') throw new Error('no authenticator app')
    const code = await generate({ secret: factor.totp.secret })
    const factorId = factor.id
    const { data: challenge } = await client.auth.mfa.challenge({ factorId })
    const verified = await client.auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    expect(verified.error).toBeNull()
    expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel).toBe('aal2')
    expect((await client.auth.mfa.unenroll({ factorId })).error).toBeNull()
  })

  it('cannot link or unlink while linking is switched off', async () => {
    const { client } = await aMember()
    const linked = await client.auth.linkIdentity({
      provider: 'google',
      options: { skipBrowserRedirect: true },
    })
    expect(linked.error?.code).toBe('manual_linking_disabled')
    const { data } = await client.auth.getUserIdentities()
    const [identity] = data?.identities ?? []
    if (!identity) throw new Error('no identity')
    expect((await client.auth.unlinkIdentity(identity)).error?.code).toBe('manual_linking_disabled')
  })

  it('opens a clinic, and reads the memberships with their clinics', async () => {
    const { client, userId } = await aMember()
    const subdomain = `published-${people}`
    const body = { name: 'Published Clinic', subdomain, userId }
    const opened = await client.functions.invoke('create-clinic-with-admin', { body })
    expect([opened.error, opened.data?.clinic.subdomain]).toEqual([null, subdomain])
    const { data } = await client
      .from('clinic_memberships')
      .select('id, role, status, clinics(id, name, subdomain)')
      .eq('user_id', userId)
    expect(data).toMatchObject([
      { role: 'admin', status: 'active', clinics: { name: 'Published Clinic', subdomain } },
    ])
    const clinicId = opened.data.clinic.id
    const claim = await client.functions.invoke('set-tenant-claim', { body: { clinicId } })
    expect(claim.data).toMatchObject({ success: true, tenant_access: { [clinicId]: 'admin' } })
    const tier = await client.functions.invoke('check-subscription', { method: 'POST' })
    expect(tier.data).toEqual({ subscription_tier: 'free' })
  })

  it('joins a clinic, confirms the address and activates the membership', async () => {
    const body = { email: newAddress(), password, name: 'Robin Waits', subdomain: clinic.subdomain }
    const client = aClient(hubOf(clinic))
    await client.functions.invoke('clinic-join', { body })
    const token_hash = await tokenMailedTo(body.email)
    const proof = { type: 'signup', token_hash, password } as const
    expect((await client.auth.verifyOtp(proof)).error).toBeNull()
    const activated = await client.functions.invoke('activate-membership', { body: { clinicId: clinic.id } })
    expect(activated.data).toMatchObject({ membership: { role: 'patient', status: 'active' } })
  })

  it('gives no one a membership by inserting it', async () => {
    const person = await aSignedInPerson(server.db)
    const client = await signedIn(person)
    const row = { user_id: person.userId, clinic_id: clinic.id, role: 'member', status: 'active' }
    expect((await client.from('clinic_memberships').insert(row)).error?.code).toBe('42501')
  })
})

describe('an admin', () => {
  it('reads the members of a clinic, on its hub and on the main site', async () => {
    const own = await aClinic(server.db)
    const staff = await aStaffMember(server.db, own)
    const patient = await aPatient(server.db, own)
    const ids = [own.admin, staff, patient].map(({ membershipId }) => membershipId).sort()
    for (const url of [hubOf(own), mainOrigin]) {
      const client = await signedIn(own.admin, url)
      const { data } = await client.from('clinic_memberships').select('*').eq('clinic_id', own.id)
      expect(data?.map(({ id }) => id).sort()).toEqual(ids)
    }
  })

  it('reads names, changes a status and removes a member', async () => {
    const own = await aClinic(server.db)
    const staff = await aStaffMember(server.db, own)
    const client = await signedIn(own.admin, hubOf(own))
    const profiles = await client.functions.invoke('get-user-profiles', { body: { userIds: [staff.userId] } })
    expect(profiles.data).toMatchObject([{ id: staff.userId, email: staff.email }])
    const fallback = await client.rpc('get_users_by_ids', { user_ids: [staff.userId] })
    expect(fallback.data).toMatchObject([{ id: staff.userId }])
    const changed = await client
      .from('clinic_memberships')
      .update({ status: 'invited', updated_at: new Date().toISOString() })
      .eq('id', staff.membershipId)
    expect(changed.error).toBeNull()
    expect((await client.from('clinic_memberships').delete().eq('id', staff.membershipId)).error).toBeNull()
    const left = await client.from('clinic_memberships').select('id').eq('id', staff.membershipId)
    expect(left.data).toEqual([])
  })

  it('invites a patient', async () => {
    const client = await signedIn(clinic.admin, hubOf(clinic))
    const email = newAddress()
    const redirectUrl = `${mainOrigin}/auth/callback/invite`
    const body = { clinicId: clinic.id, email, role: 'patient', name: 'Robin Invited', redirectUrl }
    const { data, error } = await client.functions.invoke('invite-patient', { body })
    expect([error, data?.success]).toEqual([null, true])
  })

  it('starts a checkout and changes the card, on the main site', async () => {
    const own = await aClinic(server.db)
    const client = await signedIn(own.admin)
    const checkout = await client.functions.invoke('create-checkout', { body: { plan: 'starter' } })
    expect(checkout.data?.url).toMatch(/^http/)
    const card = await client.functions.invoke('update-payment-method', { method: 'POST', body: {} })
    expect(card.data?.url).toMatch(/^http/)
  })

  it('lists presentations and reads the slides', async () => {
    const own = await aClinic(server.db)
    await aPresentation(server.db, own)
    const client = await signedIn(own.admin, hubOf(own))
    const list = await client.functions.invoke('list-presentations', { method: 'GET' })
    expect(list.data).toMatchObject([{ id: expect.any(String) }])
    const query = `presentationId=${list.data[0].id}&thumbnailSize=LARGE`
    const slides = await client.functions.invoke(`get-presentation-slides?${query}`, { method: 'GET' })
    expect(slides.data).toMatchObject({ success: true, slides: expect.any(Array) })
  })
})

describe('a filter by clinic on the main site', () => {
  const rows = (client: SupabaseClient, clinicId: string) =>
    client.from('clinic_memberships').select('id').eq('clinic_id', clinicId)

  it('opens nothing to other people: an unknown clinic answers as a foreign one', async () => {
    const stranger = await signedIn((await aClinic(server.db)).admin)
    expect((await rows(stranger, clinic.id)).data).toEqual([])
    expect((await rows(stranger, crypto.randomUUID())).data).toEqual([])
    expect((await rows(aClient(), clinic.id)).status).toBe(401)
  })

  it('gives a patient no more than the hub does', async () => {
    const patient = await aPatient(server.db, clinic)
    const onHub = await rows(await signedIn(patient, hubOf(clinic)), clinic.id)
    const onMainSite = await rows(await signedIn(patient), clinic.id)
    expect(onMainSite.data).toEqual(onHub.data)
    expect(onHub.data).toHaveLength(1)
  })

  it('does not count against the host, a header or another filter', async () => {
    const own = await aClinic(server.db)
    await aStaffMember(server.db, own)
    const other = await aClinic(server.db)
    await aMembershipOf(server.db, own.admin, other, { role: 'patient' })
    const token = await server.tokenOf(own.admin)
    const path = `/rest/v1/clinic_memberships?select=id&clinic_id=eq.${own.id}`
    const count = async (to: string, options: object = {}) =>
      JSON.parse((await server.ask(to, { token, ...options })).text).length
    expect(await count(path)).toBe(2)
    expect(await count(path, { headers: { 'x-clinic': other.subdomain } })).toBe(1)
    expect(await count(path, { clinic: other })).toBe(1)
    expect(await count(`${path}&clinic_id=eq.${other.id}`)).toBe(0)
    expect(await count(`/rest/v1/clinic_memberships?select=id&clinic_id=neq.${own.id}`)).toBe(1)
  })
})
