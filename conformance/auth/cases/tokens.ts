import { createHash } from 'node:crypto'
import { type AnyCase, aCase, type Family, get, post, put, refused } from '../case.ts'
import { aText, aUuid } from '../match.ts'
import type { SignedIn, World } from '../world.ts'
import { claimsOf, expectAudit, limitsWith, need } from './common.ts'

/** POST /token and /logout (docs/contracts/auth.md 3.3, 4). */

const password = 'a quiet long password'
const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })
const signInWith = (body: object) => post('/token?grant_type=password', body)

export const passwordGrant: Family = {
  name: 'token-password',
  cases: [
    refused('no grant type', post('/token', {}), 400, 'invalid_credentials', {
      message: 'unsupported_grant_type',
      bothShapes: true,
    }),
    refused('an unknown grant type', post('/token?grant_type=device', {}), 400, 'invalid_credentials', {
      message: 'unsupported_grant_type',
    }),
    refused('web3 is not offered', post('/token?grant_type=web3', {}), 422, 'web3_provider_disabled', {
      message: 'Web3 provider is disabled',
    }),
    refused(
      'both addresses',
      signInWith({ email: 'a@example.test', phone: '15551234567', password }),
      400,
      'validation_failed',
      { bothShapes: true },
    ),
    refused('neither address', signInWith({ password }), 400, 'validation_failed', {
      message: 'missing email or phone',
    }),
    refused(
      'e-mail provider off',
      signInWith({ email: 'a@example.test', password }),
      422,
      'email_provider_disabled',
      { settings: { emailProvider: false }, bothShapes: true },
    ),
    refused(
      'an unknown address',
      signInWith({ email: 'nobody@example.test', password }),
      400,
      'invalid_credentials',
      { message: 'Invalid login credentials', bothShapes: true },
    ),
    refused('no password', signInWith({ email: 'nobody@example.test' }), 400, 'invalid_credentials'),
    aCase({
      name: 'a wrong password',
      arrange: (world) => world.somebody(),
      request: (person) => signInWith({ email: person.email, password: 'wrong' }),
      expect: { status: 400, code: 'invalid_credentials', message: 'Invalid login credentials' },
      bothShapes: true,
    }),
    aCase({
      name: 'somebody without a password',
      async arrange(world) {
        const address = world.newEmail()
        await world.send(post('/invite', { email: address }, { token: await world.adminToken() }))
        return address
      },
      request: (address) => signInWith({ email: address, password: '' }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
    aCase({
      name: 'an unconfirmed address, right password',
      arrange: (world) => world.somebody({ confirmed: false }),
      request: (person) => signInWith(person),
      expect: { status: 400, code: 'email_not_confirmed', message: 'Email not confirmed' },
      bothShapes: true,
    }),
    aCase({
      name: 'an unconfirmed address, wrong password, says nothing of it (docs/contracts/auth.md D6)',
      arrange: (world) => world.somebody({ confirmed: false }),
      request: (person) => signInWith({ ...person, password: 'wrong' }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
    ...([true, false] as const).map((isRight) =>
      aCase({
        name: `a banned person, ${isRight ? 'right' : 'wrong'} password (docs/contracts/auth.md D6)`,
        async arrange(world) {
          const person = await world.somebody()
          await world.send(
            put(`/admin/users/${person.id}`, { ban_duration: '1h' }, { token: await world.adminToken() }),
          )
          return person
        },
        request: (person) =>
          signInWith({ email: person.email, password: isRight ? person.password : 'wrong' }),
        expect: { status: 400, code: isRight ? 'user_banned' : 'invalid_credentials' },
      }),
    ),
    aCase({
      name: 'the right password: a session',
      arrange: (world) => world.somebody(),
      request: (person) => signInWith({ email: person.email.toUpperCase(), password: person.password }),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          refresh_token: aText,
          token_type: 'bearer',
          expires_in: 3600,
          expires_at: (value: unknown) => Number.isInteger(value),
          user: { id: aUuid, aud: 'authenticated', last_sign_in_at: aText },
        },
        headers: { 'sb-auth-user-id': aUuid, 'sb-auth-session-id': aUuid, 'cache-control': 'no-store' },
      },
      async after({ body }, person, world) {
        const claims = claimsOf(body.access_token)
        need(
          claims.sub === person.id && claims.email === person.email && claims.role === 'authenticated',
          'who it is',
        )
        need(claims.aal === 'aal1' && claims.amr[0].method === 'password', 'how they signed in')
        need(
          claims.exp - claims.iat === 3600 && claims.aud === 'authenticated' && claims.is_anonymous === false,
          'the rest of the claims',
        )
        need(
          claims.phone === '' && typeof claims.session_id === 'string' && claims.iss !== '',
          'every claim is there',
        )
        await expectAudit(world, person.id, ['login'])
      },
    }),
    aCase({
      name: 'a password that no longer meets the policy signs in, with a warning',
      settings: { passwordMinLength: 30 },
      arrange: (world) => world.somebody(),
      request: (person) => signInWith(person),
      expect: {
        status: 200,
        body: {
          access_token: aText,
          weak_password: { reasons: ['length'], message: /at least 30 characters/ },
        },
      },
    }),
    aCase({
      name: 'another audience knows nobody',
      arrange: (world) => world.somebody(),
      request: (person) =>
        post('/token?grant_type=password', person, { headers: { 'x-jwt-aud': 'elsewhere' } }),
      expect: { status: 400, code: 'invalid_credentials' },
    }),
    ...(['password', 'refresh_token', 'pkce'] as const).map((grant) =>
      aCase({
        name: `one request too many from one network address, ${grant}`,
        settings: { rateLimits: limitsWith('token', { burst: 1, perSeconds: 3600 }) },
        arrange: (world) =>
          world.send(post(`/token?grant_type=${grant}`, {}, { address: `198.51.100.${grant.length}` })),
        request: post(`/token?grant_type=${grant}`, {}, { address: `198.51.100.${grant.length}` }),
        expect: {
          status: 429,
          code: 'over_request_rate_limit',
          message: 'Request rate limit reached',
          headers: { 'retry-after': /^\d+$/ },
        },
      }),
    ),
  ],
}

async function refreshed(world: World, times: number): Promise<{ person: SignedIn; tokens: string[] }> {
  const person = await world.signedIn()
  const tokens = [person.refreshToken]
  for (let count = 0; count < times; count += 1) {
    const { body } = await world.send(refresh(tokens.at(-1) ?? ''))
    tokens.push(body.refresh_token)
  }
  return { person, tokens }
}

export const refreshGrant: Family = {
  name: 'token-refresh',
  cases: [
    refused('no token', refresh(''), 400, 'validation_failed', {
      message: 'Refresh token is not valid',
      bothShapes: true,
    }),
    refused('eleven characters', refresh('abcdefghijk'), 400, 'validation_failed', {
      message: 'Refresh token is not valid',
    }),
    refused('twelve characters with a capital', refresh('ABCDEFGHIJKL'), 400, 'validation_failed'),
    refused('twelve characters nobody was given', refresh('abcdefghijkl'), 400, 'refresh_token_not_found', {
      message: 'Invalid Refresh Token: Refresh Token Not Found',
      bothShapes: true,
    }),
    refused('a long form that cannot be read', refresh('invalid-refresh-token'), 400, 'validation_failed'),
    aCase({
      name: 'a changed character',
      arrange: (world) => world.signedIn(),
      request: ({ refreshToken }) =>
        refresh(
          `${refreshToken.slice(0, 30)}${refreshToken[30] === 'A' ? 'B' : 'A'}${refreshToken.slice(31)}`,
        ),
      expect: { status: 400, code: 'validation_failed' },
    }),
    aCase({
      name: 'the same session, a new token',
      arrange: (world) => world.signedIn(),
      request: ({ refreshToken }) => refresh(refreshToken),
      expect: {
        status: 200,
        body: { access_token: aText, refresh_token: aText, token_type: 'bearer' },
        headers: { 'sb-auth-refresh-token-counter': '1', 'sb-auth-refresh-token-reuse': 'false' },
      },
      async after({ body, headers }, person, world) {
        need(body.refresh_token !== person.refreshToken, 'the token is new')
        need(headers.get('sb-auth-session-id') === person.sessionId, 'the session is the same')
        const [before, now] = [claimsOf(person.accessToken), claimsOf(body.access_token)]
        need(JSON.stringify(before.amr) === JSON.stringify(now.amr), 'amr is the same')
        await expectAudit(world, person.id, ['login', 'token_refreshed'])
      },
    }),
    aCase({
      name: 'the previous token gives the current one again, at any age (d = 1)',
      async arrange(world) {
        const state = await refreshed(world, 1)
        world.passSeconds(3600)
        return state
      },
      request: ({ tokens }) => refresh(tokens[0] ?? ''),
      expect: {
        status: 200,
        headers: { 'sb-auth-refresh-token-reuse': 'true', 'sb-auth-refresh-token-counter': '1' },
      },
      after: ({ body }, { tokens }) => need(body.refresh_token === tokens[1], 'the current token'),
    }),
    aCase({
      name: 'an older token within ten seconds gives the current one (tabs racing)',
      arrange: (world) => refreshed(world, 3),
      request: ({ tokens }) => refresh(tokens[0] ?? ''),
      expect: { status: 200, headers: { 'sb-auth-refresh-token-reuse-cause': /concurrent-refresh/ } },
      after: ({ body }, { tokens }) => need(body.refresh_token === tokens[3], 'the current token'),
    }),
    aCase({
      name: 'an older token after ten seconds ends the session, for every token of it (docs/contracts/auth.md D5)',
      async arrange(world) {
        const state = await refreshed(world, 3)
        world.passSeconds(11)
        return state
      },
      request: ({ tokens }) => refresh(tokens[0] ?? ''),
      expect: {
        status: 400,
        code: 'refresh_token_already_used',
        message: 'Invalid Refresh Token: Already Used',
      },
      async after(_answer, { person, tokens }, world) {
        for (const token of tokens)
          need((await world.send(refresh(token))).status === 400, 'every token is dead')
        need(
          (await world.send(get('/user', { token: person.accessToken }))).status === 403,
          'and so is the access token',
        )
        await expectAudit(world, person.id, ['token_revoked'])
      },
    }),
    aCase({
      name: 'the previous token from another kind of device, where that is guarded (docs/contracts/auth.md D9)',
      settings: { guardPreviousRefreshToken: true },
      async arrange(world) {
        const state = await refreshed(world, 1)
        world.passSeconds(61)
        return state
      },
      request: ({ tokens }) => ({
        ...refresh(tokens[0] ?? ''),
        address: '203.0.113.5',
        headers: { 'user-agent': 'Mozilla/5.0 (X11) Firefox/150.0' },
      }),
      expect: { status: 400, code: 'refresh_token_already_used' },
    }),
    aCase({
      name: 'a session that was ended',
      async arrange(world) {
        const person = await world.signedIn()
        await world.send(post('/logout', undefined, { token: person.accessToken }))
        return person
      },
      request: ({ refreshToken }) => refresh(refreshToken),
      expect: { status: 400, code: 'refresh_token_not_found' },
    }),
    aCase({
      name: 'a banned person',
      async arrange(world) {
        const person = await world.signedIn()
        await world.send(
          put(`/admin/users/${person.id}`, { ban_duration: '1h' }, { token: await world.adminToken() }),
        )
        return person
      },
      request: ({ refreshToken }) => refresh(refreshToken),
      expect: { status: 400, code: 'user_banned' },
    }),
    ...(
      [
        ['past its time-box', { timeboxSeconds: 100, idleSeconds: 1e9 }, /Session Expired$/],
        ['idle for too long', { timeboxSeconds: 1e9, idleSeconds: 100 }, /Inactivity/],
      ] as const
    ).map(([name, life, message]) =>
      aCase({
        name: `a session ${name}`,
        settings: {
          sessions: {
            patient: { ...life, accessTokenSeconds: 3600 },
            team: { ...life, accessTokenSeconds: 3600 },
          },
        },
        async arrange(world) {
          const person = await world.signedIn()
          world.passSeconds(101)
          return person
        },
        request: ({ refreshToken }) => refresh(refreshToken),
        expect: { status: 400, code: 'session_expired', message },
      }),
    ),
    aCase({
      name: 'ten refreshes at once give one lineage',
      arrange: (world) => world.signedIn(),
      async request({ refreshToken }, world) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => world.send(refresh(refreshToken))))
        need(
          answers.every(({ status }) => status === 200),
          'nobody is signed out',
        )
        need(
          new Set(answers.map(({ body }) => body.refresh_token)).size === 1,
          'everybody gets the same token',
        )
        return refresh(answers[0]?.body.refresh_token)
      },
      expect: { status: 200, headers: { 'sb-auth-refresh-token-counter': '2' } },
    }),
  ],
}

const verifier = 'v'.repeat(64)
const challengeOf = (text: string) => createHash('sha256').update(text).digest('base64url')

async function authCode(world: World, more: object = {}): Promise<string> {
  const person = await world.somebody()
  const pair = { code_challenge: challengeOf(verifier), code_challenge_method: 's256', ...more }
  await world.send(post('/recover', { email: person.email, ...pair }))
  const { link } = await world.message(person.email)
  const { headers } = await world.send(get(`/verify?token=${link}&type=recovery`))
  return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
}
const redeem = (auth_code: string, code_verifier = verifier) =>
  post('/token?grant_type=pkce', { auth_code, code_verifier })

export const pkceGrant: Family = {
  name: 'token-pkce',
  cases: [
    refused('no code', redeem(''), 400, 'validation_failed', { bothShapes: true }),
    refused('no verifier', redeem('abc', ''), 400, 'validation_failed'),
    refused('an unknown code', redeem('00000000-0000-4000-8000-000000000000'), 404, 'flow_state_not_found', {
      bothShapes: true,
    }),
    aCase({
      name: 'the code and its verifier: a session that says how it came to be',
      arrange: authCode,
      request: (code) => redeem(code),
      expect: { status: 200, body: { access_token: aText, refresh_token: aText } },
      after: ({ body }) =>
        need(claimsOf(body.access_token).amr[0].method === 'recovery', 'amr says recovery'),
    }),
    aCase({
      name: 'a plain challenge',
      arrange: (world) => authCode(world, { code_challenge: verifier, code_challenge_method: 'plain' }),
      request: (code) => redeem(code),
      expect: { status: 200 },
    }),
    aCase({
      name: 'a code a second time',
      async arrange(world) {
        const code = await authCode(world)
        await world.send(redeem(code))
        return code
      },
      request: (code) => redeem(code),
      expect: { status: 404, code: 'flow_state_not_found' },
    }),
    aCase({
      name: 'a wrong verifier, which uses nothing up',
      arrange: authCode,
      request: (code) => redeem(code, 'w'.repeat(64)),
      expect: {
        status: 400,
        code: 'bad_code_verifier',
        message: 'code challenge does not match previously saved code verifier',
      },
      async after(_answer, code, world) {
        need((await world.send(redeem(code))).status === 200, 'the right one still works')
      },
    }),
    aCase({
      name: 'a code after five minutes',
      async arrange(world) {
        const code = await authCode(world)
        world.passSeconds(301)
        return code
      },
      request: (code) => redeem(code),
      expect: { status: 422, code: 'flow_state_expired' },
    }),
    ...(['magiclink', 'email/signup', 'email_change'] as const).map(
      (method): AnyCase =>
        aCase({
          name: `the session says ${method}`,
          async arrange(world) {
            const pair = { code_challenge: challengeOf(verifier), code_challenge_method: 's256' }
            const person = await world.signedIn()
            const address = method === 'magiclink' ? person.email : world.newEmail()
            if (method === 'magiclink') await world.send(post('/otp', { email: address, ...pair }))
            if (method === 'email/signup')
              await world.send(post('/signup', { email: address, password, ...pair }))
            if (method === 'email_change') {
              await world
                .with({ secureEmailChange: false })
                .send(put('/user', { email: address, ...pair }, { token: person.accessToken }))
            }
            const { link, type } = await world.message(address)
            const seen = method === 'email_change' ? world.with({ secureEmailChange: false }) : world
            const { headers } = await seen.send(get(`/verify?token=${link}&type=${type}`))
            return new URL(headers.get('location') ?? '').searchParams.get('code') ?? ''
          },
          request: (code) => redeem(code),
          expect: { status: 200 },
          after: ({ body }) =>
            need(claimsOf(body.access_token).amr[0].method === method, `amr says ${method}`),
        }),
    ),
  ],
}

async function twoDevices(world: World): Promise<{ here: SignedIn; there: SignedIn }> {
  const person = await world.somebody()
  return { here: await world.signIn(person), there: await world.signIn(person) }
}

export const logout: Family = {
  name: 'logout',
  cases: [
    aCase({
      name: 'an unknown scope',
      arrange: (world) => world.signedIn(),
      request: (person) => post('/logout?scope=everywhere', undefined, { token: person.accessToken }),
      expect: { status: 400, code: 'validation_failed' },
      bothShapes: true,
    }),
    ...(
      [
        ['', false, false],
        ['?scope=global', false, false],
        ['?scope=local', false, true],
        ['?scope=others', true, false],
      ] as const
    ).map(([scope, hereLives, thereLives]) =>
      aCase({
        name: `scope "${scope.slice(7)}"`,
        arrange: twoDevices,
        request: ({ here }) => post(`/logout${scope}`, undefined, { token: here.accessToken }),
        expect: { status: 204, body: null },
        async after(_answer, { here, there }, world) {
          for (const [device, lives] of [
            [here, hereLives],
            [there, thereLives],
          ] as const) {
            need(
              (await world.send(get('/user', { token: device.accessToken }))).status === (lives ? 200 : 403),
              'access tokens',
            )
            need(
              (await world.send(refresh(device.refreshToken))).status === (lives ? 200 : 400),
              'refresh tokens',
            )
          }
          await expectAudit(world, here.id, ['logout'])
        },
      }),
    ),
  ],
}
