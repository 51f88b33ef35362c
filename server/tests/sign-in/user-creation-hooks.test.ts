import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { makeSamlKey } from '#server/auth/saml/saml-key.ts'
import type { Action } from '#server/clinic/action.ts'
import { invitePatient } from '#server/features/invitations/invite-patient.ts'
import { resendInvitation } from '#server/features/invitations/resend-invitation.ts'
import { clinicJoin } from '#server/features/memberships/joining/clinic-join.ts'
import type { Caller } from '#server/platform/database/transactions.ts'
import { functionError } from '#server/platform/http/function-response.ts'
import { silentLogger } from '#server/platform/log.ts'
import { type Answer, openTestAuth, siteUrl, somebody, type TestAuth } from '#testing/sign-in/auth.ts'
import { aProviderPerson, openTestProvider, returnFrom, type TestProvider } from '#testing/sign-in/openid.ts'
import { aClinic, anInvitation, aVisitor, type TestClinic } from '#testing/sign-in/people.ts'
import { aSsoProvider, beginSso, postResponse } from '#testing/sign-in/saml.ts'
import { openTestIdp } from '#testing/sign-in/saml-idp.ts'

// Every creation of a user calls the operator's hooks before_user_created and after_user_created (docs/contracts/auth.md 7),
// with the same refusal.

interface Refusal {
  status: number
  code: string
  message: string
}

/** Tries to make a user with that address (or number). @returns the refusal, or null */
type Way = (world: World, address: string) => Promise<Refusal | null>

interface World {
  test: TestAuth
  google: TestProvider
  clinic: TestClinic
  ssoProviderId: string
}

const password = 'a quiet long password'
const idp = openTestIdp('northwind')

const refusalOf = ({ status, body }: Answer): Refusal | null =>
  status < 400 ? null : { status, code: body.error_code, message: body.msg }

function refusalIn(target: URL): Refusal | null {
  const { searchParams: query } = target
  const code = query.get('error_code')
  return code ? { status: 302, code, message: query.get('error_description') ?? '' } : null
}

const post =
  (path: string, bodyOf: (address: string) => object): Way =>
  async ({ test }, address) =>
    refusalOf(await test.send('POST', path, { body: bodyOf(address) }))

const postAsServer =
  (path: string, bodyOf: (address: string) => object): Way =>
  async ({ test }, address) =>
    refusalOf(await test.send('POST', path, { body: bodyOf(address), token: await test.auth.serviceToken() }))

async function callFunction(
  { test }: World,
  action: Action,
  by: Caller,
  input: object,
): Promise<Refusal | null> {
  try {
    await action.call(test.services, by, input)
    return null
  } catch (error) {
    const answer = functionError(error, 'request', silentLogger, action.name)
    const { code, message } = await answer.json()
    return { status: answer.status, code, message }
  }
}

const byMail: Record<string, Way> = {
  'sign-up': post('/signup', (email) => ({ email, password })),
  'a sign-in link': post('/otp', (email) => ({ email })),
  'a sign-in link from /magiclink': post('/magiclink', (email) => ({ email })),
  'an invitation by the server': postAsServer('/invite', (email) => ({ email })),
  'an admin': postAsServer('/admin/users', (email) => ({ email })),
  'the link of a sign-up': postAsServer('/admin/generate_link', (email) => ({
    type: 'signup',
    email,
    password,
  })),
  'the link of an invitation': postAsServer('/admin/generate_link', (email) => ({ type: 'invite', email })),
  'a sign-in link for nobody': postAsServer('/admin/generate_link', (email) => ({
    type: 'magiclink',
    email,
  })),
  'a provider': async ({ test, google }, email) =>
    refusalIn((await returnFrom(test, google, aProviderPerson({ email }))).target),
  'a provider that has not verified the address': async ({ test, google }, email) => {
    const person = aProviderPerson({ email, isEmailVerified: false })
    const outcome = refusalIn((await returnFrom(test, google, person)).target)
    return outcome?.code === 'provider_email_needs_verification' ? null : outcome
  },
  'a provider’s token': async ({ test, google }, email) => {
    const body = { provider: 'google', id_token: await google.sandbox.idToken(aProviderPerson({ email })) }
    return refusalOf(await test.send('POST', '/token?grant_type=id_token', { body }))
  },
  'a clinic’s single sign-on': async ({ test, ssoProviderId }, email) => {
    const { request } = await beginSso(test, ssoProviderId)
    const answer = idp.response(test, request, { nameId: email, attributes: { email } })
    return refusalIn((await postResponse(test, request, answer)).location)
  },
  'a clinic’s join page': (world, email) =>
    callFunction(world, clinicJoin, aVisitor(world.clinic), {
      email,
      password,
      name: 'Dana Whitfield',
      subdomain: world.clinic.subdomain,
    }),
  'a clinic’s invitation': (world, email) =>
    callFunction(world, invitePatient, world.clinic.admin.caller(), {
      clinicId: world.clinic.id,
      email,
      role: 'patient',
      name: 'Dana',
    }),
  'a clinic’s invitation sent again': async (world, email) => {
    const { membershipId } = await anInvitation(world.test.db, world.clinic, { email, role: 'patient' })
    return callFunction(world, resendInvitation, world.clinic.admin.caller(), { membershipId })
  },
}

const byPhone: Record<string, Way> = {
  'sign-up by phone': post('/signup', (phone) => ({ phone, password })),
  'a code by phone': post('/otp', (phone) => ({ phone })),
  'an admin, by phone': postAsServer('/admin/users', (phone) => ({ phone })),
}

const ways: [string, Way, 'email' | 'phone'][] = [
  ...Object.entries(byMail).map(([name, way]) => [name, way, 'email'] as [string, Way, 'email']),
  ...Object.entries(byPhone).map(([name, way]) => [name, way, 'phone'] as [string, Way, 'phone']),
]

/** Their answer must not reveal whether the address is known. */
const discreet = new Set([
  'sign-up',
  'a sign-in link',
  'a sign-in link from /magiclink',
  'a clinic’s join page',
  'a clinic’s invitation',
  'a clinic’s invitation sent again',
  'sign-up by phone',
  'a code by phone',
])

let made = 0
function newAddress(kind: 'email' | 'phone'): string {
  made += 1
  return kind === 'email' ? `new-${made}@example.test` : `1555020${String(made).padStart(4, '0')}`
}

const settings = (google: TestProvider) => ({
  providers: [google.provider],
  phoneProvider: true,
  anonymous: true,
})

async function openWorld(env: Record<string, string>): Promise<World> {
  const google = await openTestProvider()
  const test = await openTestAuth(settings(google), {
    env: { SAML_PRIVATE_KEY: makeSamlKey(), ...env },
    now: new Date().toISOString(),
  })
  const clinic = await aClinic(test.db)
  const ssoProviderId = await aSsoProvider(test, clinic, idp, { domains: ['example.test'] })
  return { test, google, clinic, ssoProviderId }
}

interface Operator {
  open(): Promise<World>
  answer(refusal: { http_code: number; message: string } | null): Promise<void>
  asked(hook: 'before_user_created' | 'after_user_created'): Promise<{ user: Record<string, unknown> }[]>
  close(): Promise<void>
}

function overHttp(): Operator {
  let refusal: object | null = null
  let calls: { hook: string; payload: { user: Record<string, unknown> } }[] = []
  let server: Server
  let world: World
  return {
    async open() {
      server = createServer((request, response) => {
        const chunks: Buffer[] = []
        request.on('data', (chunk) => chunks.push(chunk))
        request.on('end', () => {
          const hook = (request.url ?? '').slice(1)
          calls.push({ hook, payload: JSON.parse(Buffer.concat(chunks).toString()) })
          const error = hook === 'before_user_created' && refusal ? { error: refusal } : {}
          response.setHeader('content-type', 'application/json').end(JSON.stringify(error))
        })
      })
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      const { port } = server.address() as AddressInfo
      const secret = `v1,whsec_${Buffer.alloc(32, 7).toString('base64')}`
      const env = ['before_user_created', 'after_user_created'].flatMap((hook) => [
        [`HOOK_${hook.toUpperCase()}_URI`, `http://127.0.0.1:${port}/${hook}`],
        [`HOOK_${hook.toUpperCase()}_SECRETS`, secret],
      ])
      world = await openWorld(Object.fromEntries(env))
      return world
    },
    async answer(next) {
      refusal = next
      calls = []
    },
    async asked(hook) {
      await world.test.services.jobs.drain()
      return calls.filter((call) => call.hook === hook).map(({ payload }) => payload)
    },
    async close() {
      await world.test.close()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function inSql(): Operator {
  let world: World
  const hooks = ['before_user_created', 'after_user_created']
  const define = (hook: string, answer: object) =>
    world.test.db.asOwner(`create or replace function hooks_of_test.${hook}(event jsonb) returns jsonb
      language plpgsql security definer set search_path = '' as $$ begin
        insert into hooks_of_test.asked (hook, payload) values ('${hook}', event);
        return '${JSON.stringify(answer)}'::jsonb; end $$`)
  return {
    async open() {
      const uris = hooks.map((hook) => [
        `HOOK_${hook.toUpperCase()}_URI`,
        `pg-functions://postgres/hooks_of_test/${hook}`,
      ])
      world = await openWorld(Object.fromEntries(uris))
      await world.test.db.asOwner('create schema hooks_of_test')
      await world.test.db.asOwner(
        'create table hooks_of_test.asked (id int generated always as identity, hook text, payload jsonb)',
      )
      await world.test.db.asOwner('grant usage on schema hooks_of_test to system')
      for (const hook of hooks) await define(hook, {})
      await world.test.db.asOwner('grant execute on all functions in schema hooks_of_test to system')
      return world
    },
    async answer(refusal) {
      await define('before_user_created', refusal ? { error: refusal } : {})
      await world.test.db.asOwner('truncate hooks_of_test.asked')
    },
    async asked(hook) {
      const rows = await world.test.db.asOwner<{ payload: { user: Record<string, unknown> } }>(
        'select payload from hooks_of_test.asked where hook = $1 order by id',
        [hook],
      )
      return rows.map(({ payload }) => payload)
    },
    close: () => world.test.close(),
  }
}

describe.each([
  ['over HTTP', overHttp()],
  ['in SQL', inSql()],
])('the operator’s hooks %s', (_kind, operator) => {
  let world: World
  beforeAll(async () => {
    world = await operator.open()
  })
  afterAll(() => operator.close())
  beforeEach(() => operator.answer(null))
  const refuse = () => operator.answer({ http_code: 403, message: 'By invitation only' })
  const madeFor = (address: string) =>
    world.test.db.asOwner<{ id: string; identities: number }>(
      `select id, (select count(*)::int from auth.identities where user_id = u.id) as identities
         from auth.users u where email = $1 or phone = $1`,
      [address],
    )

  it.each(ways)('are both called for a new user by %s', async (_name, way, kind) => {
    const address = newAddress(kind)
    expect(await way(world, address)).toBeNull()
    const [person, ...others] = await madeFor(address)
    expect(others).toEqual([])
    expect(person?.identities).toBe(1)
    expect(await operator.asked('before_user_created')).toMatchObject([{ user: { [kind]: address } }])
    expect(await operator.asked('after_user_created')).toMatchObject([
      { user: { id: person?.id, [kind]: address } },
    ])
  })

  it.each(ways)(
    'refuse a new user by %s, with the same message, and nothing is stored',
    async (_name, way, kind) => {
      await refuse()
      const address = newAddress(kind)
      const refusal = await way(world, address)
      expect(refusal).toEqual({
        status: refusal?.status === 302 ? 302 : 403,
        code: 'unknown',
        message: 'By invitation only',
      })
      expect(await madeFor(address)).toEqual([])
      expect(await operator.asked('after_user_created')).toEqual([])
      const memberships = await world.test.db.asOwner(
        'select from clinic_memberships m join auth.users u on u.id = m.user_id where u.email = $1',
        [address],
      )
      expect(memberships).toEqual([])
    },
  )

  it.each(ways.filter(([name]) => discreet.has(name)))(
    'do not reveal by %s whether a user exists',
    async (_name, way, kind) => {
      await refuse()
      const address = newAddress(kind)
      const { id } = await somebody(world.test, kind === 'email' ? { email: address } : {})
      if (kind === 'phone') {
        await world.test.db.asOwner(
          'update auth.users set phone = $1, phone_confirmed_at = now() where id = $2',
          [address, id],
        )
      }
      expect(await way(world, address)).toEqual({
        status: 403,
        code: 'unknown',
        message: 'By invitation only',
      })
    },
  )

  it('are called for a user without any address', async () => {
    await refuse()
    const refused = { status: 403, code: 'unknown', message: 'By invitation only' }
    expect(refusalOf(await world.test.send('POST', '/signup', { body: {} }))).toEqual(refused)
    await operator.answer(null)
    const { body } = await world.test.send('POST', '/signup', { body: {} })
    expect(await operator.asked('before_user_created')).toMatchObject([{ user: { is_anonymous: true } }])
    expect(await operator.asked('after_user_created')).toMatchObject([{ user: { id: body.user.id } }])
  })

  it('redirect a browser to the page it came from, with the message', async () => {
    await refuse()
    const { target } = await returnFrom(world.test, world.google, aProviderPerson())
    expect(`${target.origin}${target.pathname}`).toBe(`${siteUrl}/`)
    expect(target.searchParams.get('error')).toBe('access_denied')
    expect(new URLSearchParams(target.hash.slice(1)).get('error_description')).toBe('By invitation only')
  })

  it('are called again when a provider’s verification reclaims an empty account', async () => {
    const owner = await somebody(world.test)
    const person = aProviderPerson({ email: owner.email, isEmailVerified: false })
    await returnFrom(world.test, world.google, person)
    await world.test.db.asOwner('delete from auth.users where id = $1', [owner.id])
    await operator.answer(null)
    const { target } = await returnFrom(world.test, world.google, { ...person, isEmailVerified: true })
    expect(refusalIn(target)).toBeNull()
    expect(await madeFor(owner.email)).toHaveLength(1)
    expect(await operator.asked('before_user_created')).toHaveLength(1)
  })

  it('are not called for a clinic by a caller who may not invite there', async () => {
    const { clinic } = world
    const stranger = (await aClinic(world.test.db)).admin
    const input = { clinicId: clinic.id, email: newAddress('email'), role: 'patient', name: 'Dana' }
    const refusal = await callFunction(world, invitePatient, stranger.caller(clinic), input)
    expect(refusal?.code).toBe('not_allowed')
    expect(await operator.asked('before_user_created')).toEqual([])
  })
})
