import type { JWTPayload } from 'jose'
import type { AuthSettings } from '#server/auth/context/settings.ts'
import { get, post } from '../call.ts'
import { type AnyCase, aCase, type Family } from '../case.ts'
import { check, expectAudit } from '../checks.ts'
import type { World } from '../world.ts'
import { ban } from './setup/admin-case.ts'
import {
  beginFlow,
  claimsFor,
  comeBack,
  fragmentOf,
  redirectTarget,
  verifier,
  withGoogle,
} from './setup/fake-provider.ts'

/** GET /callback (docs/contracts/auth.md 3.5). */

function callbackError(
  name: string,
  path: string | ((world: World) => Promise<string>),
  wanted: { status: 302 | 303; error: string; code: string; settings?: Partial<AuthSettings> },
): AnyCase {
  return aCase({
    name,
    settings: wanted.settings ?? withGoogle,
    request: async (_state, world) => get(typeof path === 'string' ? path : await path(world)),
    expect: { status: wanted.status },
    after(answer) {
      for (const params of [redirectTarget(answer).searchParams, fragmentOf(answer)]) {
        check(params.get('error') === wanted.error, `error is ${wanted.error} (it is ${params.get('error')})`)
        check(
          params.get('error_code') === wanted.code,
          `error_code is ${wanted.code} (it is ${params.get('error_code')})`,
        )
      }
      check(fragmentOf(answer).get('sb') === '', 'the fragment says sb')
    },
  })
}

const invalidState = { status: 303, error: 'invalid_request', code: 'bad_oauth_state' } as const
const denied = { status: 302, error: 'access_denied' } as const
const callbackPath = async (world: World, claims: JWTPayload, query = '') =>
  (await comeBack(world, claims, query)).path

export const callback: Family = {
  name: 'callback',
  cases: [
    callbackError('no state', '/callback?code=x', { ...invalidState, code: 'bad_oauth_callback' }),
    callbackError('a state that is no uuid', '/callback?code=x&state=1', invalidState),
    callbackError('an unknown state', `/callback?code=x&state=${crypto.randomUUID()}`, invalidState),
    callbackError(
      'an expired state',
      async (world) => {
        const path = await callbackPath(world, claimsFor(world.newEmail()))
        world.advanceSeconds(301)
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
      settings: { ...withGoogle, signUp: false },
    }),
    callbackError(
      'a banned user',
      async (world) => {
        const person = await world.createUser()
        await ban(world, person)
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
      'an unverified address that a user has',
      async (world) => {
        const { email } = await world.createUser()
        return callbackPath(world, claimsFor(email, { email_verified: false }))
      },
      { ...denied, code: 'provider_email_needs_verification' },
    ),
    aCase({
      name: 'PKCE: a code for the session, with the provider’s token, once',
      settings: withGoogle,
      request: (_state, world) => comeBack(world, claimsFor(world.newEmail())),
      expect: { status: 302 },
      async after(answer, _state, world) {
        const exchange = post('/token?grant_type=pkce', {
          auth_code: redirectTarget(answer).searchParams.get('code'),
          code_verifier: verifier,
        })
        const { status, body } = await world.send(exchange)
        check(
          status === 200 && body.provider_token === 'provider-access-token',
          'the answer has the session and the provider’s token',
        )
        check((await world.send(exchange)).status === 404, 'the code works once')
        await expectAudit(world, body.user.id, ['user_signedup'])
      },
    }),
    aCase({
      name: 'without PKCE: tokens in the fragment',
      settings: withGoogle,
      async request(_state, world) {
        const begun = await world.send(get('/authorize?provider=google'))
        const { searchParams } = redirectTarget(begun)
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
        for (const name of names) check(fragmentOf(answer).has(name), `the fragment has ${name}`)
      },
    }),
  ],
}
