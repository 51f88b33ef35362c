import { generate } from 'otplib'
import { type AnyCase, aCase, type Call, del, type Expected, type Family, get, post, put } from '../case.ts'
import { absent, aText, aUuid } from '../match.ts'
import { aPasskey } from '../passkey.ts'
import { type SignedIn, siteUrl, type World } from '../world.ts'
import { anonymousPerson, claimsOf, expectAudit, limitsWith, need } from './common.ts'

/** /factors (docs/contracts/auth.md 3.6) and /admin/users/{id}/factors (docs/contracts/auth.md 3.7). */

const anyId = '0190a0b0-0000-7000-8000-000000000000'

interface Holder extends SignedIn {
  token: string
  factorId: string
  secret: string
}

const codeAt = (secret: string, token: string, steps = 0) =>
  // the token was made a moment ago, on the clock of sessions
  generate({ secret, epoch: claimsOf(token).iat + steps * 30 })

async function enrolled(world: World, body: object = {}): Promise<Holder> {
  const person = await world.signedIn()
  const answer = await world.send(
    post('/factors', { factor_type: 'totp', friendly_name: 'first', ...body }, { token: person.accessToken }),
  )
  return {
    ...person,
    token: person.accessToken,
    factorId: answer.body.id,
    secret: answer.body.totp?.secret ?? '',
  }
}

const challengeOf = async (world: World, { token, factorId }: Pick<Holder, 'token' | 'factorId'>) =>
  (await world.send(post(`/factors/${factorId}/challenge`, {}, { token }))).body

async function asked(world: World) {
  const holder = await enrolled(world)
  const challenge = await challengeOf(world, holder)
  return { ...holder, challengeId: challenge.id as string, code: await codeAt(holder.secret, holder.token) }
}

/** Signed in with both steps. */
async function verified(world: World) {
  const holder = await asked(world)
  const { body } = await world.send(verifyCall(holder))
  return { ...holder, token: body.access_token as string, refreshToken: body.refresh_token as string }
}

/** The same person once more, with the password alone. */
async function low(world: World) {
  const holder = await verified(world)
  const { accessToken } = await world.signIn(holder)
  return { ...holder, high: holder.token, token: accessToken }
}

async function phoneAsked(world: World) {
  const holder = await enrolled(world, { factor_type: 'phone', phone: `+${world.newPhone()}` })
  const { body } = await world.send(get('/user', { token: holder.token }))
  const { id } = await challengeOf(world, holder)
  return { ...holder, challengeId: id, phone: body.factors[0].phone as string }
}

async function passkeyAsked(world: World) {
  const holder = await enrolled(world, { factor_type: 'webauthn' })
  const challenge = await challengeOf(world, holder)
  const { publicKey } = challenge.webauthn.credential_options
  return { ...holder, challengeId: challenge.id, publicKey, passkey: aPasskey(siteUrl) }
}

const verifyCall = (
  {
    factorId,
    token,
    challengeId,
    code,
  }: Pick<Holder, 'factorId' | 'token'> & { challengeId: string; code: string },
  more: Partial<Call> = {},
): Call => post(`/factors/${factorId}/verify`, { challenge_id: challengeId, code }, { token, ...more })

const enrolling = (name: string, body: unknown, expect: Expected, more: Partial<AnyCase> = {}): AnyCase => ({
  name: `POST /factors: ${name}`,
  arrange: (world: World) => world.signedIn(),
  request: ({ accessToken, token }: { accessToken?: string; token?: string }) =>
    post('/factors', body, { token: token ?? accessToken ?? '' }),
  expect,
  ...more,
})

const on = { enroll: true, verify: true }
const allOn = { totp: on, phone: on, webauthn: on }
const kinds = ['totp', 'phone', 'webauthn'] as const

const invalid = { status: 400, code: 'validation_failed' }
const wrongCode = { status: 422, code: 'mfa_verification_failed' }

const enrolment: AnyCase[] = [
  enrolling(
    'an authenticator app',
    { factor_type: 'totp', friendly_name: 'App' },
    {
      status: 200,
      body: {
        id: aUuid,
        type: 'totp',
        friendly_name: 'App',
        totp: { qr_code: /^<svg /, secret: /^[A-Z2-7]+$/, uri: /^otpauth:\/\/totp\// },
      },
    },
  ),
  enrolling(
    'the issuer is the site’s host by default',
    { factor_type: 'totp', friendly_name: 'App' },
    {
      status: 200,
      body: { totp: { uri: /issuer=localhost/ } },
    },
  ),
  enrolling(
    'the issuer may be named',
    { factor_type: 'totp', friendly_name: 'App', issuer: 'Acme' },
    {
      status: 200,
      body: { totp: { uri: /issuer=Acme/ } },
    },
  ),
  enrolling(
    'a phone',
    { factor_type: 'phone', friendly_name: 'P', phone: '+15557654321' },
    {
      status: 200,
      body: { id: aUuid, type: 'phone', friendly_name: 'P', phone: '+15557654321', totp: absent },
    },
  ),
  enrolling(
    'a passkey',
    { factor_type: 'webauthn', friendly_name: 'W' },
    {
      status: 200,
      body: { id: aUuid, type: 'webauthn', friendly_name: 'W', totp: absent },
    },
  ),
  enrolling(
    'an anonymous person',
    { factor_type: 'totp' },
    { status: 403, code: 'no_authorization' },
    {
      arrange: async (world: World) => ({ token: await anonymousPerson(world) }),
      bothShapes: true,
    },
  ),
  enrolling('no type', {}, invalid),
  enrolling('another type', { factor_type: 'fax' }, invalid, { bothShapes: true }),
  ...kinds.map((kind) =>
    enrolling(
      `${kind} switched off`,
      { factor_type: kind },
      { status: 422, code: `mfa_${kind}_enroll_not_enabled` },
      { settings: { mfa: { ...allOn, [kind]: { enroll: false, verify: true } } } },
    ),
  ),
  enrolling(
    'a name that is taken',
    { factor_type: 'totp', friendly_name: 'first' },
    {
      status: 422,
      code: 'mfa_factor_name_conflict',
    },
    { arrange: enrolled, bothShapes: true },
  ),
  enrolling(
    'more than ten',
    { factor_type: 'totp', friendly_name: 'one more' },
    {
      status: 422,
      code: 'too_many_enrolled_mfa_factors',
    },
    {
      async arrange(world: World) {
        const holder = await enrolled(world)
        for (let count = 1; count < 10; count += 1) {
          const body = { factor_type: 'totp', friendly_name: `app ${count}` }
          await world.send(post('/factors', body, { token: holder.token }))
        }
        return holder
      },
    },
  ),
  enrolling(
    'at aal1 beside a verified one',
    { factor_type: 'totp', friendly_name: 'second' },
    {
      status: 403,
      code: 'insufficient_aal',
    },
    { arrange: low, bothShapes: true },
  ),
  enrolling('a phone without a number', { factor_type: 'phone' }, invalid),
  enrolling('a phone with a bad number', { factor_type: 'phone', phone: 'abc' }, invalid),
  aCase({
    name: 'POST /factors: a number that is verified already',
    async arrange(world) {
      const holder = await phoneAsked(world)
      const { code } = await world.message(holder.phone)
      const { body } = await world.send(verifyCall({ ...holder, code }))
      return { token: body.access_token as string, phone: holder.phone }
    },
    request: ({ token, phone }) =>
      post('/factors', { factor_type: 'phone', friendly_name: 'again', phone }, { token }),
    expect: { status: 422, code: 'mfa_verified_factor_exists' },
  }),
]

const challenging: AnyCase[] = [
  aCase({
    name: 'challenge: an authenticator app',
    arrange: enrolled,
    request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
    expect: {
      status: 200,
      body: { id: aUuid, type: 'totp', expires_at: (at: unknown) => typeof at === 'number' },
    },
    after: ({ body }, { token, id }, world) => {
      const life = body.expires_at - claimsOf(token).iat
      need(life >= 299 && life <= 302, `a challenge lives 300 s, not ${life}`)
      return expectAudit(world, id, ['factor_in_progress', 'challenge_created'])
    },
  }),
  aCase({
    name: 'challenge: a phone gets a code',
    arrange: (world) => enrolled(world, { factor_type: 'phone', phone: `+${world.newPhone()}` }),
    request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, { channel: 'sms' }, { token }),
    expect: { status: 200, body: { id: aUuid, type: 'phone' } },
  }),
  aCase({
    name: 'challenge: a waiting passkey is to be created',
    arrange: (world) => enrolled(world, { factor_type: 'webauthn' }),
    request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
    expect: {
      status: 200,
      body: {
        type: 'webauthn',
        webauthn: {
          type: 'create',
          credential_options: { publicKey: { challenge: aText, user: { id: aText } } },
        },
      },
    },
  }),
  aCase({
    name: 'challenge: not a uuid',
    arrange: (world) => world.signedIn(),
    request: ({ accessToken }) => post('/factors/nope/challenge', {}, { token: accessToken }),
    expect: { status: 404, code: 'validation_failed' },
    bothShapes: true,
  }),
  aCase({
    name: 'challenge: another person’s',
    async arrange(world) {
      const { factorId } = await enrolled(world)
      return { factorId, token: (await world.signedIn()).accessToken }
    },
    request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
    expect: { status: 404, code: 'mfa_factor_not_found' },
    bothShapes: true,
  }),
  ...kinds.map((kind) =>
    aCase({
      name: `challenge: ${kind} switched off`,
      settings: { mfa: { ...allOn, [kind]: { enroll: true, verify: false } } },
      arrange: (world) => enrolled(world, { factor_type: kind, phone: `+${world.newPhone()}` }),
      request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
      expect: { status: 422, code: `mfa_${kind}_verify_not_enabled` },
    }),
  ),
  aCase({
    name: 'challenge: a second text message within a minute',
    settings: { smsIntervalSeconds: 60 },
    arrange: phoneAsked,
    request: ({ factorId, token }) => post(`/factors/${factorId}/challenge`, {}, { token }),
    expect: { status: 429, code: 'over_sms_send_rate_limit', message: /after \d+ seconds/ },
  }),
  aCase({
    name: 'challenge: too many from one address',
    settings: { rateLimits: limitsWith('factor_challenge', { burst: 1, perSeconds: 1000 }) },
    async arrange(world) {
      const holder = await enrolled(world)
      await world
        .with({ rateLimits: limitsWith('factor_challenge', { burst: 1, perSeconds: 1000 }) })
        .send(
          post(`/factors/${holder.factorId}/challenge`, {}, { token: holder.token, address: '192.0.2.201' }),
        )
      return holder
    },
    request: ({ factorId, token }) =>
      post(`/factors/${factorId}/challenge`, {}, { token, address: '192.0.2.201' }),
    expect: { status: 429, code: 'over_request_rate_limit' },
  }),
]

const verifying: AnyCase[] = [
  aCase({
    name: 'verify: raises the same session to aal2, two counters ahead',
    arrange: asked,
    request: (state) => verifyCall(state),
    expect: {
      status: 200,
      body: { access_token: aText, refresh_token: aText, user: { factors: [{ status: 'verified' }] } },
      headers: { 'sb-auth-refresh-token-counter': '2' },
    },
    after({ body }, { sessionId }) {
      const claims = claimsOf(body.access_token)
      need(claims.aal === 'aal2' && claims.session_id === sessionId, 'the same session is at aal2')
      need(claims.amr[0].method === 'totp', 'amr names totp first')
    },
  }),
  aCase({
    name: 'verify: the user’s aal1 sessions are deleted',
    async arrange(world) {
      const holder = await asked(world)
      return { ...holder, elsewhere: await world.signIn(holder) }
    },
    request: (state) => verifyCall(state),
    expect: { status: 200 },
    async after(_answer, { elsewhere }, world) {
      const { body } = await world.send(get('/user', { token: elsewhere.accessToken }))
      need(body.error_code === 'session_not_found', 'the other session is gone')
    },
  }),
  aCase({
    name: 'verify: the refresh token from before leads nowhere',
    async arrange(world) {
      const holder = await asked(world)
      await world.send(verifyCall(holder))
      return holder
    },
    request: ({ refreshToken }) => post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
    expect: { status: 400, code: 'refresh_token_already_used' },
  }),
  aCase({
    name: 'verify: other waiting factors of the kind are deleted',
    async arrange(world) {
      const holder = await asked(world)
      const body = { factor_type: 'totp', friendly_name: 'waiting' }
      await world.send(post('/factors', body, { token: holder.token }))
      return holder
    },
    request: (state) => verifyCall(state),
    expect: { status: 200, body: { user: { factors: [{ friendly_name: 'first' }] } } },
  }),
  ...([-1, 1] as const).map((steps) =>
    aCase({
      name: `verify: the code of the half minute ${steps < 0 ? 'before' : 'after'}`,
      async arrange(world) {
        const holder = await asked(world)
        return { ...holder, code: await codeAt(holder.secret, holder.token, steps) }
      },
      request: (state) => verifyCall(state),
      expect: { status: 200 },
    }),
  ),
  aCase({
    name: 'verify: no code',
    arrange: asked,
    request: (state) => verifyCall({ ...state, code: '' }),
    expect: invalid,
    bothShapes: true,
  }),
  aCase({
    name: 'verify: a challenge of another factor',
    arrange: asked,
    request: (state) => verifyCall({ ...state, challengeId: anyId }),
    expect: { status: 422, code: 'mfa_factor_not_found' },
    bothShapes: true,
  }),
  aCase({
    name: 'verify: from another address',
    arrange: asked,
    request: (state) => verifyCall(state, { address: '198.51.100.44' }),
    expect: { status: 422, code: 'mfa_ip_address_mismatch' },
    bothShapes: true,
  }),
  aCase({
    name: 'verify: an answered challenge',
    async arrange(world) {
      const holder = await asked(world)
      const { body } = await world.send(verifyCall(holder))
      return { ...holder, token: body.access_token as string }
    },
    request: (state) => verifyCall(state),
    expect: { status: 422, code: 'mfa_ip_address_mismatch' },
  }),
  aCase({
    name: 'verify: an old challenge',
    async arrange(world) {
      const holder = await asked(world)
      world.passSeconds(301)
      return holder
    },
    request: (state) => verifyCall(state),
    expect: { status: 422, code: 'mfa_challenge_expired' },
    bothShapes: true,
  }),
  aCase({
    name: 'verify: a wrong code',
    arrange: asked,
    request: (state) => verifyCall({ ...state, code: '000000' }),
    expect: wrongCode,
    bothShapes: true,
  }),
  aCase({
    name: 'verify: five wrong codes end the challenge (docs/contracts/auth.md D2)',
    async arrange(world) {
      const holder = await asked(world)
      for (let tries = 0; tries < 5; tries += 1) await world.send(verifyCall({ ...holder, code: '000000' }))
      return holder
    },
    request: (state) => verifyCall(state),
    expect: { status: 422, code: 'mfa_challenge_expired' },
  }),
  aCase({
    name: 'verify: a code works once (docs/contracts/auth.md D4)',
    async arrange(world) {
      const holder = await verified(world)
      const { id } = await challengeOf(world, holder)
      return { ...holder, challengeId: id as string }
    },
    request: (state) => verifyCall(state),
    expect: wrongCode,
  }),
  aCase({
    name: 'verify: a phone’s code',
    async arrange(world) {
      const holder = await phoneAsked(world)
      return { ...holder, code: (await world.message(holder.phone)).code }
    },
    request: (state) => verifyCall(state),
    expect: { status: 200, body: { access_token: aText } },
    after: ({ body }) =>
      need(claimsOf(body.access_token).amr[0].method === 'mfa/phone', 'amr names mfa/phone'),
  }),
  aCase({
    name: 'verify: a phone’s wrong code',
    arrange: phoneAsked,
    request: (state) => verifyCall({ ...state, code: '000000x' }),
    expect: wrongCode,
  }),
  aCase({
    name: 'verify: a passkey without a credential',
    arrange: passkeyAsked,
    request: ({ factorId, token, challengeId }) =>
      post(
        `/factors/${factorId}/verify`,
        { challenge_id: challengeId, webauthn: { type: 'create' } },
        { token },
      ),
    expect: invalid,
  }),
  aCase({
    name: 'verify: a passkey’s malformed credential',
    arrange: passkeyAsked,
    request: ({ factorId, token, challengeId }) => {
      const webauthn = { type: 'create', credential_response: { id: 'x' } }
      return post(`/factors/${factorId}/verify`, { challenge_id: challengeId, webauthn }, { token })
    },
    expect: invalid,
  }),
  aCase({
    name: 'verify: a passkey of another site (docs/contracts/auth.md D13)',
    arrange: passkeyAsked,
    request: ({ factorId, token, challengeId, publicKey, passkey }) => {
      const credential_response = passkey.create(publicKey, { origin: 'https://evil.example' })
      const webauthn = { type: 'create', credential_response }
      return post(`/factors/${factorId}/verify`, { challenge_id: challengeId, webauthn }, { token })
    },
    expect: { status: 422, code: 'webauthn_verification_failed' },
  }),
]

const removing: AnyCase[] = [
  aCase({
    name: 'DELETE: removes it, its sessions fall to aal1',
    arrange: verified,
    request: ({ factorId, token }) => del(`/factors/${factorId}`, { token }),
    expect: { status: 200, body: { id: aUuid } },
    async after(_answer, { refreshToken, id }, world) {
      const { body } = await world.send(
        post('/token?grant_type=refresh_token', { refresh_token: refreshToken }),
      )
      need(claimsOf(body.access_token).aal === 'aal1', 'the session is at aal1')
      await expectAudit(world, id, ['verification_attempted', 'factor_unenrolled'])
    },
  }),
  aCase({
    name: 'DELETE: a verified one at aal1',
    arrange: low,
    request: ({ factorId, token }) => del(`/factors/${factorId}`, { token }),
    expect: { status: 422, code: 'insufficient_aal' },
    bothShapes: true,
  }),
  aCase({
    name: 'DELETE: a waiting one at aal1',
    arrange: enrolled,
    request: ({ factorId, token }) => del(`/factors/${factorId}`, { token }),
    expect: { status: 200, body: { id: aUuid } },
  }),
  aCase({
    name: 'PUT /user: a password at aal1 of somebody with a factor',
    arrange: low,
    request: ({ token }) => put('/user', { password: 'another quiet long password' }, { token }),
    expect: { status: 401, code: 'insufficient_aal' },
    bothShapes: true,
  }),
]

const asAdmin = (name: string, request: (state: Holder, token: string) => Call, expect: Expected): AnyCase =>
  aCase({
    name: `admin: ${name}`,
    async arrange(world) {
      return { holder: await enrolled(world), admin: await world.adminToken() }
    },
    request: ({ holder, admin }) => request(holder, admin),
    expect,
  })

const administering: AnyCase[] = [
  asAdmin('lists a person’s factors', ({ id }, token) => get(`/admin/users/${id}/factors`, { token }), {
    status: 200,
    body: [{ id: aUuid, factor_type: 'totp', status: 'unverified', friendly_name: 'first', secret: absent }],
  }),
  asAdmin(
    'names a factor anew',
    ({ id, factorId }, token) =>
      put(`/admin/users/${id}/factors/${factorId}`, { friendly_name: 'renamed' }, { token }),
    {
      status: 200,
      body: { id: aUuid, friendly_name: 'renamed' },
    },
  ),
  asAdmin(
    'removes a factor',
    ({ id, factorId }, token) => del(`/admin/users/${id}/factors/${factorId}`, { token }),
    { status: 200, body: { id: aUuid } },
  ),
  asAdmin('an unknown factor', ({ id }, token) => del(`/admin/users/${id}/factors/${anyId}`, { token }), {
    status: 404,
    code: 'mfa_factor_not_found',
  }),
  asAdmin('an unknown person', (_state, token) => get(`/admin/users/${anyId}/factors`, { token }), {
    status: 404,
    code: 'user_not_found',
  }),
  asAdmin('no uuid', (_state, token) => get('/admin/users/nope/factors', { token }), {
    status: 404,
    code: 'validation_failed',
  }),
  asAdmin('for anybody else', ({ id, token }) => get(`/admin/users/${id}/factors`, { token }), {
    status: 403,
    code: 'not_admin',
  }),
]

export const factors: Family = {
  name: 'factors',
  cases: [...enrolment, ...challenging, ...verifying, ...removing, ...administering],
}
