import { get, post } from '../call.ts'
import { aCase, type Family, refused } from '../case.ts'
import { check, claimsOf, expectAudit } from '../checks.ts'
import { aText } from '../match.ts'
import type { SignedIn, World } from '../world.ts'
import { ban } from './setup/admin-case.ts'

/** POST /token?grant_type=refresh_token (docs/contracts/auth.md 4). */

const refresh = (token: string) => post('/token?grant_type=refresh_token', { refresh_token: token })

async function refreshed(world: World, times: number): Promise<{ person: SignedIn; tokens: string[] }> {
  const person = await world.createSignedInUser()
  const tokens = [person.refreshToken]
  for (let count = 0; count < times; count += 1) {
    const { body } = await world.send(refresh(tokens.at(-1) ?? ''))
    tokens.push(body.refresh_token)
  }
  return { person, tokens }
}

export const tokenRefresh: Family = {
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
    refused(
      'twelve characters that were never issued',
      refresh('abcdefghijkl'),
      400,
      'refresh_token_not_found',
      {
        message: 'Invalid Refresh Token: Refresh Token Not Found',
        bothShapes: true,
      },
    ),
    refused('a long form that cannot be decoded', refresh('invalid-refresh-token'), 400, 'validation_failed'),
    aCase({
      name: 'a token with one character changed',
      arrange: (world) => world.createSignedInUser(),
      request: ({ refreshToken }) =>
        refresh(
          `${refreshToken.slice(0, 30)}${refreshToken[30] === 'A' ? 'B' : 'A'}${refreshToken.slice(31)}`,
        ),
      expect: { status: 400, code: 'validation_failed' },
    }),
    aCase({
      name: 'the same session, a new token',
      arrange: (world) => world.createSignedInUser(),
      request: ({ refreshToken }) => refresh(refreshToken),
      expect: {
        status: 200,
        body: { access_token: aText, refresh_token: aText, token_type: 'bearer' },
        headers: { 'sb-auth-refresh-token-counter': '1', 'sb-auth-refresh-token-reuse': 'false' },
      },
      async after({ body, headers }, person, world) {
        check(body.refresh_token !== person.refreshToken, 'the token is new')
        check(headers.get('sb-auth-session-id') === person.sessionId, 'the session is the same')
        const [before, now] = [claimsOf(person.accessToken), claimsOf(body.access_token)]
        check(JSON.stringify(before.amr) === JSON.stringify(now.amr), 'amr is the same')
        await expectAudit(world, person.id, ['login', 'token_refreshed'])
      },
    }),
    aCase({
      name: 'the previous token returns the current one, at any age (d = 1)',
      async arrange(world) {
        const state = await refreshed(world, 1)
        world.advanceSeconds(3600)
        return state
      },
      request: ({ tokens }) => refresh(tokens[0] ?? ''),
      expect: {
        status: 200,
        headers: { 'sb-auth-refresh-token-reuse': 'true', 'sb-auth-refresh-token-counter': '1' },
      },
      after: ({ body }, { tokens }) => check(body.refresh_token === tokens[1], 'the current token'),
    }),
    aCase({
      name: 'an older token within ten seconds returns the current one (tabs racing)',
      arrange: (world) => refreshed(world, 3),
      request: ({ tokens }) => refresh(tokens[0] ?? ''),
      expect: { status: 200, headers: { 'sb-auth-refresh-token-reuse-cause': /concurrent-refresh/ } },
      after: ({ body }, { tokens }) => check(body.refresh_token === tokens[3], 'the current token'),
    }),
    aCase({
      name: 'an older token after ten seconds revokes the session and all its tokens (docs/contracts/auth.md D5)',
      async arrange(world) {
        const state = await refreshed(world, 3)
        world.advanceSeconds(11)
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
          check((await world.send(refresh(token))).status === 400, 'no refresh token works')
        check(
          (await world.send(get('/user', { token: person.accessToken }))).status === 403,
          'nor does the access token',
        )
        await expectAudit(world, person.id, ['token_revoked'])
      },
    }),
    aCase({
      name: 'the previous token from another kind of device, where that is guarded (docs/contracts/auth.md D9)',
      settings: { guardPreviousRefreshToken: true },
      async arrange(world) {
        const state = await refreshed(world, 1)
        world.advanceSeconds(61)
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
      name: 'a session that has ended',
      async arrange(world) {
        const person = await world.createSignedInUser()
        await world.send(post('/logout', undefined, { token: person.accessToken }))
        return person
      },
      request: ({ refreshToken }) => refresh(refreshToken),
      expect: { status: 400, code: 'refresh_token_not_found' },
    }),
    aCase({
      name: 'a banned user',
      async arrange(world) {
        const person = await world.createSignedInUser()
        await ban(world, person)
        return person
      },
      request: ({ refreshToken }) => refresh(refreshToken),
      expect: { status: 400, code: 'user_banned' },
    }),
    ...(
      [
        ['past its time box', { timeboxSeconds: 100, idleSeconds: 1e9 }, /Session Expired$/],
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
          const person = await world.createSignedInUser()
          world.advanceSeconds(101)
          return person
        },
        request: ({ refreshToken }) => refresh(refreshToken),
        expect: { status: 400, code: 'session_expired', message },
      }),
    ),
    aCase({
      name: 'ten concurrent refreshes get the same token',
      arrange: (world) => world.createSignedInUser(),
      async request({ refreshToken }, world) {
        const answers = await Promise.all(Array.from({ length: 10 }, () => world.send(refresh(refreshToken))))
        check(
          answers.every(({ status }) => status === 200),
          'all of them succeed',
        )
        check(
          new Set(answers.map(({ body }) => body.refresh_token)).size === 1,
          'all of them get the same token',
        )
        return refresh(answers[0]?.body.refresh_token)
      },
      expect: { status: 200, headers: { 'sb-auth-refresh-token-counter': '2' } },
    }),
  ],
}
