import { createHash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { post } from '../call.ts'
import { type AnyCase, aCase, type Family, refused } from '../case.ts'
import { check } from '../checks.ts'
import { aText } from '../match.ts'
import type { World } from '../world.ts'
import { claimsFor, idToken, withGoogle } from './setup/fake-provider.ts'

/** POST /token?grant_type=id_token (docs/contracts/auth.md 3.3). */

function badIdToken(
  name: string,
  body: (world: World) => object | Promise<object>,
  error = 'invalid request',
): AnyCase {
  return aCase({
    name,
    settings: withGoogle,
    request: async (_state, world) => post('/token?grant_type=id_token', await body(world)),
    expect: { status: 400, body: { error, error_description: aText }, headers: { 'x-sb-error-code': null } },
  })
}

const tokenFor = async (world: World, changes: JWTPayload = {}) => ({
  provider: 'google',
  id_token: await idToken(claimsFor(world.newEmail(), changes), world.now()),
})
const hashed = (nonce: string) => createHash('sha256').update(nonce).digest('hex')

export const tokenIdToken: Family = {
  name: 'token-id-token',
  cases: [
    badIdToken('no id_token', () => ({ provider: 'google' })),
    badIdToken('no provider', async (world) => ({ ...(await tokenFor(world)), provider: '' })),
    badIdToken('a malformed token', () => ({ provider: 'google', id_token: 'x.y.z' })),
    badIdToken('no sub', (world) => tokenFor(world, { sub: undefined })),
    badIdToken('a wrong audience', (world) => tokenFor(world, { aud: 'another' })),
    badIdToken('a nonce in the token only', (world) => tokenFor(world, { nonce: hashed('n') })),
    badIdToken('a nonce in the request only', async (world) => ({ ...(await tokenFor(world)), nonce: 'n' })),
    badIdToken(
      'a different nonce',
      async (world) => ({ ...(await tokenFor(world, { nonce: hashed('n') })), nonce: 'm' }),
      'invalid nonce',
    ),
    badIdToken('an access token that does not match at_hash', async (world) => ({
      ...(await tokenFor(world, { at_hash: 'x' })),
      access_token: 'y',
    })),
    ...['apple', 'azure', 'facebook', 'kakao', 'keycloak', 'snapchat'].map((provider) =>
      refused(
        `${provider} while it is off`,
        post('/token?grant_type=id_token', { provider, id_token: 'x' }),
        400,
        'provider_disabled',
        { settings: withGoogle },
      ),
    ),
    refused(
      'an unknown provider',
      post('/token?grant_type=id_token', { provider: 'custom:nobody', id_token: 'x' }),
      400,
      'validation_failed',
      { settings: withGoogle, bothShapes: true },
    ),
    aCase({
      name: 'a session, with the nonce’s hash in the token',
      settings: withGoogle,
      request: async (_state, world) =>
        post('/token?grant_type=id_token', {
          ...(await tokenFor(world, { nonce: hashed('n') })),
          nonce: 'n',
        }),
      expect: { status: 200, body: { access_token: aText, user: { app_metadata: { provider: 'google' } } } },
    }),
    aCase({
      name: 'a verified address signs its owner in',
      settings: withGoogle,
      arrange: (world) => world.createUser(),
      request: async ({ email }, world) =>
        post('/token?grant_type=id_token', {
          provider: 'google',
          id_token: await idToken(claimsFor(email), world.now()),
        }),
      expect: { status: 200 },
      after(answer, person) {
        check(answer.body.user.id === person.id, 'it is the same user')
      },
    }),
  ],
}
