import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import type { AuthSettings } from '#server/auth/context/settings.ts'
import { type Answer, type AnyCase, aCase, del, type Family, get, post, refused } from '../case.ts'
import { aText, noFields } from '../match.ts'
import {
  beginFlow,
  claimsFor,
  clientId,
  comeBack,
  idToken,
  pkce,
  standIn,
  verifier,
} from '../stand-in-provider.ts'
import { type SignedIn, siteUrl, type World } from '../world.ts'
import { expectAudit, need } from './common.ts'

/**
 * GET /authorize, GET /callback, the id_token grant and a person's identities (docs/contracts/auth.md 3.3, 3.4, 3.5).
 */

const on: Partial<AuthSettings> = { providers: [standIn] }
const linking: Partial<AuthSettings> = { ...on, manualLinking: true }
const target = (answer: Answer) => new URL(answer.headers.get('location') ?? siteUrl)
const fragmentOf = (answer: Answer) => new URLSearchParams(target(answer).hash.slice(1))

const authorizeCases: AnyCase[] = [
  refused('an unknown provider', get(`/authorize?provider=nobody&${pkce}`), 400, 'validation_failed', {
    settings: on,
    message: /^Unsupported provider: /,
    bothShapes: true,
  }),
  refused('a disabled provider', get(`/authorize?provider=google&${pkce}`), 400, 'validation_failed', {
    message: /^Unsupported provider: /,
  }),
  refused(
    'half a PKCE pair',
    get(`/authorize?provider=google&code_challenge_method=s256`),
    400,
    'validation_failed',
    { settings: on },
  ),
  refused(
    'a malformed challenge',
    get('/authorize?provider=google&code_challenge=short&code_challenge_method=s256'),
    400,
    'validation_failed',
    { settings: on },
  ),
  refused(
    'no PKCE where it is asked for (docs/contracts/auth.md D17)',
    get('/authorize?provider=google'),
    400,
    'validation_failed',
    {
      settings: { ...on, implicitGrant: false },
    },
  ),
  refused(
    'a bad invite token',
    get(`/authorize?provider=google&invite_token=${'0'.repeat(48)}&${pkce}`),
    404,
    'user_not_found',
    { settings: on, bothShapes: true },
  ),
  aCase({
    name: 'the redirect to the provider',
    settings: on,
    request: get(`/authorize?provider=google&${pkce}&prompt=consent&Client_ID=evil&STATE=evil`),
    expect: { status: 302, headers: { location: /^https:\/\/google\.provider\.test\/authorize\?/ } },
    after(answer) {
      const sent = target(answer).searchParams
      need(sent.get('client_id') === clientId && sent.get('prompt') === 'consent', 'ours and theirs are sent')
      need(!target(answer).href.includes('evil'), 'nothing of the flow is taken from the request')
      need(/^[0-9a-f-]{36}$/.test(sent.get('state') ?? ''), 'the state is a uuid')
    },
  }),
]

/** A case of /callback that ends on the main site, or on the flow's page. */
function callbackError(
  name: string,
  path: string | ((world: World) => Promise<string>),
  wanted: { status: 302 | 303; error: string; code: string; settings?: Partial<AuthSettings> },
): AnyCase {
  return aCase({
    name,
    settings: wanted.settings ?? on,
    request: async (_state, world) => get(typeof path === 'string' ? path : await path(world)),
    expect: { status: wanted.status },
    after(answer) {
      for (const params of [target(answer).searchParams, fragmentOf(answer)]) {
        need(params.get('error') === wanted.error, `error is ${wanted.error} (it is ${params.get('error')})`)
        need(
          params.get('error_code') === wanted.code,
          `error_code is ${wanted.code} (it is ${params.get('error_code')})`,
        )
      }
      need(fragmentOf(answer).get('sb') === '', 'the fragment says sb')
    },
  })
}

const invalidState = { status: 303, error: 'invalid_request', code: 'bad_oauth_state' } as const
const denied = { status: 302, error: 'access_denied' } as const
const callbackPath = async (world: World, claims: JWTPayload, query = '') =>
  (await comeBack(world, claims, query)).path

const callbackCases: AnyCase[] = [
  callbackError('no state', '/callback?code=x', { ...invalidState, code: 'bad_oauth_callback' }),
  callbackError('a state that is no uuid', '/callback?code=x&state=1', invalidState),
  callbackError('an unknown state', `/callback?code=x&state=${crypto.randomUUID()}`, invalidState),
  callbackError(
    'an old state',
    async (world) => {
      const path = await callbackPath(world, claimsFor(world.newEmail()))
      world.passSeconds(301)
      return path
    },
    invalidState,
  ),
  callbackError(
    'a used state',
    async (world) => {
      const path = await callbackPath(world, claimsFor(world.newEmail()))
      await world.send(get(path))
      return path
    },
    { ...invalidState, code: 'flow_state_already_used' },
  ),
  callbackError(
    'the provider’s own error',
    async (world) => `/callback?error=access_denied&state=${(await beginFlow(world)).state}`,
    { ...denied, code: 'access_denied' },
  ),
  callbackError(
    'a code that the provider refuses',
    async (world) => `/callback?code=refused&state=${(await beginFlow(world)).state}`,
    { status: 302, error: 'server_error', code: 'unexpected_failure' },
  ),
  callbackError('sign-up off', (world) => callbackPath(world, claimsFor(world.newEmail())), {
    ...denied,
    code: 'signup_disabled',
    settings: { ...on, signUp: false },
  }),
  callbackError(
    'somebody banned',
    async (world) => {
      const person = await world.somebody()
      const token = await world.adminToken()
      await world.send({
        method: 'PUT',
        path: `/admin/users/${person.id}`,
        token,
        body: { ban_duration: '24h' },
      })
      return callbackPath(world, claimsFor(person.email))
    },
    { ...denied, code: 'user_banned' },
  ),
  callbackError(
    'an unverified address',
    (world) => callbackPath(world, claimsFor(world.newEmail(), { email_verified: false })),
    { ...denied, code: 'provider_email_needs_verification' },
  ),
  callbackError(
    'an unverified address that somebody has',
    async (world) => {
      const { email } = await world.somebody()
      return callbackPath(world, claimsFor(email, { email_verified: false }))
    },
    { ...denied, code: 'provider_email_needs_verification' },
  ),
  aCase({
    name: 'PKCE: a code for the session, with the provider’s token, once',
    settings: on,
    request: (_state, world) => comeBack(world, claimsFor(world.newEmail())),
    expect: { status: 302 },
    async after(answer, _state, world) {
      const exchange = post('/token?grant_type=pkce', {
        auth_code: target(answer).searchParams.get('code'),
        code_verifier: verifier,
      })
      const { status, body } = await world.send(exchange)
      need(status === 200 && body.provider_token === 'provider-access-token', 'the session comes with it')
      need((await world.send(exchange)).status === 404, 'the code works once')
      await expectAudit(world, body.user.id, ['user_signedup'])
    },
  }),
  aCase({
    name: 'without PKCE: tokens in the fragment',
    settings: on,
    async request(_state, world) {
      const begun = await world.send(get('/authorize?provider=google'))
      const { searchParams } = target(begun)
      const claims = { ...claimsFor(world.newEmail()), nonce: searchParams.get('nonce') }
      const code = Buffer.from(JSON.stringify(claims)).toString('base64url')
      return get(`/callback?state=${searchParams.get('state')}&code=${code}`)
    },
    expect: { status: 302 },
    after(answer) {
      const names = [
        'access_token',
        'refresh_token',
        'expires_in',
        'expires_at',
        'provider_token',
        'token_type',
      ]
      for (const name of names) need(fragmentOf(answer).has(name), `the fragment has ${name}`)
    },
  }),
]

/** A refusal in OAuth's own shape. */
function badIdToken(
  name: string,
  body: (world: World) => object | Promise<object>,
  error = 'invalid request',
): AnyCase {
  return aCase({
    name,
    settings: on,
    request: async (_state, world) => post('/token?grant_type=id_token', await body(world)),
    expect: { status: 400, body: { error, error_description: aText }, headers: { 'x-sb-error-code': null } },
  })
}

const tokenFor = async (world: World, changes: JWTPayload = {}) => ({
  provider: 'google',
  id_token: await idToken(claimsFor(world.newEmail(), changes)),
})
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

const idTokenCases: AnyCase[] = [
  badIdToken('no id_token', () => ({ provider: 'google' })),
  badIdToken('no provider', async (world) => ({ ...(await tokenFor(world)), provider: '' })),
  badIdToken('a token that is none', () => ({ provider: 'google', id_token: 'x.y.z' })),
  badIdToken('no sub', (world) => tokenFor(world, { sub: undefined })),
  badIdToken('a wrong audience', (world) => tokenFor(world, { aud: 'another' })),
  badIdToken('a nonce in the token only', (world) => tokenFor(world, { nonce: hashed('n') })),
  badIdToken('a nonce in the request only', async (world) => ({ ...(await tokenFor(world)), nonce: 'n' })),
  badIdToken(
    'another nonce',
    async (world) => ({ ...(await tokenFor(world, { nonce: hashed('n') })), nonce: 'm' }),
    'invalid nonce',
  ),
  badIdToken('another access token than at_hash says', async (world) => ({
    ...(await tokenFor(world, { at_hash: 'x' })),
    access_token: 'y',
  })),
  ...['apple', 'azure', 'facebook', 'kakao', 'keycloak', 'snapchat'].map((provider) =>
    refused(
      `${provider} while it is off`,
      post('/token?grant_type=id_token', { provider, id_token: 'x' }),
      400,
      'provider_disabled',
      { settings: on },
    ),
  ),
  refused(
    'an unknown provider',
    post('/token?grant_type=id_token', { provider: 'custom:nobody', id_token: 'x' }),
    400,
    'validation_failed',
    { settings: on, bothShapes: true },
  ),
  aCase({
    name: 'a session, with the nonce’s hash in the token',
    settings: on,
    request: async (_state, world) =>
      post('/token?grant_type=id_token', { ...(await tokenFor(world, { nonce: hashed('n') })), nonce: 'n' }),
    expect: { status: 200, body: { access_token: aText, user: { app_metadata: { provider: 'google' } } } },
  }),
  aCase({
    name: 'a verified address leads to its owner',
    settings: on,
    arrange: (world) => world.somebody(),
    request: async ({ email }) =>
      post('/token?grant_type=id_token', { provider: 'google', id_token: await idToken(claimsFor(email)) }),
    expect: { status: 200 },
    after(answer, person) {
      need(answer.body.user.id === person.id, 'it is the same person')
    },
  }),
]

/** Somebody signed in who has linked an account at the provider. */
async function linkedPerson(world: World, email = world.newEmail()): Promise<SignedIn> {
  const person = await world.signedIn()
  const answer = await world.send(await comeBack(world, claimsFor(email), '', person.accessToken))
  need(target(answer).searchParams.has('code'), 'the account was linked')
  return person
}
async function identityOf(world: World, person: SignedIn, provider: string): Promise<string> {
  const { body } = await world.send(get('/user', { token: person.accessToken }))
  const identities = body.identities as { provider: string; identity_id: string }[]
  return identities.find((identity) => identity.provider === provider)?.identity_id ?? ''
}
const unlinkPath = async (world: World, person: SignedIn, provider: string) =>
  `/user/identities/${await identityOf(world, person, provider)}`

const identityCases: AnyCase[] = [
  refused('link: no bearer', get('/user/identities/authorize?provider=google'), 401, 'no_authorization', {
    settings: linking,
  }),
  aCase({
    name: 'link: linking off',
    settings: on,
    arrange: (world) => world.signedIn(),
    request: ({ accessToken: token }) => get(`/user/identities/authorize?provider=google&${pkce}`, { token }),
    expect: { status: 404, code: 'manual_linking_disabled' },
    bothShapes: true,
  }),
  aCase({
    name: 'link: where it would lead',
    settings: linking,
    arrange: (world) => world.signedIn(),
    request: ({ accessToken: token }) =>
      get(`/user/identities/authorize?provider=google&skip_http_redirect=true&${pkce}`, { token }),
    expect: { status: 200, body: { url: /^https:\/\/google\.provider\.test\/authorize\?/ } },
  }),
  aCase({
    name: 'link: an account that is somebody’s',
    settings: linking,
    async arrange(world) {
      const email = world.newEmail()
      await linkedPerson(world, email)
      return { email, other: await world.signedIn() }
    },
    request: ({ email, other }, world) => comeBack(world, claimsFor(email), '', other.accessToken),
    expect: { status: 302 },
    after(answer) {
      need(target(answer).searchParams.get('error_code') === 'identity_already_exists', 'it is refused')
    },
  }),
  refused('unlink: no bearer', del(`/user/identities/${crypto.randomUUID()}`), 401, 'no_authorization', {
    settings: linking,
  }),
  aCase({
    name: 'unlink: linking off',
    settings: on,
    arrange: (world) => world.signedIn(),
    request: ({ accessToken: token }) => del(`/user/identities/${crypto.randomUUID()}`, { token }),
    expect: { status: 404, code: 'manual_linking_disabled' },
  }),
  aCase({
    name: 'unlink: not a uuid',
    settings: linking,
    arrange: (world) => world.signedIn(),
    request: ({ accessToken: token }) => del('/user/identities/1', { token }),
    expect: { status: 404, code: 'validation_failed' },
  }),
  aCase({
    name: 'unlink: the last one',
    settings: linking,
    arrange: (world) => world.signedIn(),
    request: async (person, world) =>
      del(await unlinkPath(world, person, 'email'), { token: person.accessToken }),
    expect: { status: 422, code: 'single_identity_not_deletable' },
    bothShapes: true,
  }),
  aCase({
    name: 'unlink: another person’s',
    settings: linking,
    arrange: async (world) => ({ mine: await linkedPerson(world), theirs: await linkedPerson(world) }),
    request: async ({ mine, theirs }, world) =>
      del(await unlinkPath(world, theirs, 'google'), { token: mine.accessToken }),
    expect: { status: 422, code: 'identity_not_found' },
  }),
  aCase({
    name: 'unlink: the remaining address is somebody else’s',
    settings: linking,
    async arrange(world) {
      const { email } = await world.somebody()
      return linkedPerson(world, email)
    },
    request: async (person, world) =>
      del(await unlinkPath(world, person, 'email'), { token: person.accessToken }),
    expect: { status: 422, code: 'email_conflict_identity_not_deletable' },
  }),
  aCase({
    name: 'unlink: one of two',
    settings: linking,
    arrange: (world) => linkedPerson(world),
    request: async (person, world) =>
      del(await unlinkPath(world, person, 'google'), { token: person.accessToken }),
    expect: { status: 200, body: noFields },
    async after(_answer, person, world) {
      await expectAudit(world, person.id, ['identity_linked', 'identity_unlinked'])
    },
  }),
]

export const authorize: Family = { name: 'authorize', cases: authorizeCases }
export const callback: Family = { name: 'callback', cases: callbackCases }
export const idTokenGrant: Family = { name: 'token id_token', cases: idTokenCases }
export const identities: Family = { name: 'user identities', cases: identityCases }
