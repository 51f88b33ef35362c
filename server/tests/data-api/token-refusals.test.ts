import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { createAuthService } from '#server/auth/service.ts'
import { createDataApi } from '#server/data-api.ts'
import { fileRoutes } from '#server/features/files/routes.ts'
import { refuseTokens } from '#server/token-refusals.ts'
import { fastHasher } from '#testing/database/fast-hasher.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aSignedInPerson } from '#testing/sign-in/people.ts'

const pair = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })
const [ours, foreign] = [pair(), pair()]
const shared = randomBytes(32)
const keySet = JSON.stringify({
  keys: [
    { ...ours.privateKey.export({ format: 'jwk' }), kid: 'ours' },
    { kty: 'oct', k: shared.toString('base64url'), kid: 'shared' },
  ],
})

const world = await openTestServices({ env: { SIGNING_KEYS: keySet } })
afterAll(() => world.close())
const auth = createAuthService(world.services, { hasher: fastHasher })
const rest = createDataApi(world.db.transactions)
const notFound = async () => new Response(null, { status: 404 })
const app = createApp({
  services: world.services,
  verifyAccessToken: auth.verifyAccessToken,
  auth: auth.fetch,
  rest: rest.fetch,
  restRefusal: refuseTokens(rest, auth),
  live: { open: notFound, mark: () => null },
  cspReports: notFound,
  actions: [],
  files: fileRoutes(world.services),
  calendars: notFound,
  fhir: notFound,
  webhooks: {},
  returns: {},
  development: [],
  web: { page: notFound, file: async () => null },
})
const person = await aSignedInPerson(world.db)

const seconds = (offset: number) => Math.floor(Date.now() / 1000) + offset
const claims = () => ({
  iss: `${world.services.config.mainOrigin}/auth/v1`,
  aud: 'authenticated',
  sub: person.userId,
  session_id: person.sessionId,
  iat: seconds(0),
  exp: seconds(600),
})
const sign = (
  changed: Record<string, unknown> = {},
  header: Record<string, unknown> = {},
  key: Parameters<SignJWT['sign']>[0] = ours.privateKey,
) =>
  new SignJWT({ ...claims(), ...changed })
    .setProtectedHeader({ alg: 'ES256', kid: 'ours', ...header })
    .sign(key)

async function ask(authorization: string, path = '/rest/v1/clinics?select=id') {
  const response = await app.fetch(
    new Request(`${world.services.config.mainOrigin}${path}`, { headers: { authorization } }),
  )
  const body = (await response.json()) as { code?: string; message?: string }
  return { status: response.status, challenge: response.headers.get('www-authenticate'), ...body }
}

describe('the data API accepts', () => {
  test.each<[string, () => Record<string, unknown>]>([
    ['a token of ours', () => ({})],
    ['one that ended 29 seconds ago', () => ({ iat: seconds(-600), exp: seconds(-25) })],
    ['one that begins in 25 seconds', () => ({ nbf: seconds(25) })],
    ['one from a clock that is 25 seconds ahead', () => ({ iat: seconds(25) })],
  ])('%s', async (_what, changed) => {
    expect((await ask(`Bearer ${await sign(changed())}`)).status).toBe(200)
  })
})

describe('the data API answers PGRST303 to an invalid token of ours', () => {
  test.each<[string, () => Record<string, unknown>, string]>([
    ['that has expired', () => ({ iat: seconds(-600), exp: seconds(-31) }), 'JWT expired'],
    ['that is not valid yet', () => ({ nbf: seconds(35) }), 'JWT not yet valid'],
    ['that was issued in the future', () => ({ iat: seconds(35) }), 'JWT issued at future'],
    [
      'for another audience',
      () => ({ aud: 'others' }),
      'The claims of the JWT are not valid for this server',
    ],
    ['from another issuer', () => ({ iss: 'x' }), 'The claims of the JWT are not valid for this server'],
    ['without an expiry', () => ({ exp: undefined }), 'The claims of the JWT are not valid for this server'],
    ['without a user', () => ({ sub: undefined }), 'The claims of the JWT are not valid for this server'],
    [
      'whose session has ended',
      () => ({ session_id: crypto.randomUUID() }),
      'The session of the JWT has ended',
    ],
  ])('%s', async (_what, changed, message) => {
    expect(await ask(`Bearer ${await sign(changed())}`)).toMatchObject({
      status: 401,
      code: 'PGRST303',
      message,
      challenge: `Bearer error="invalid_token", error_description="${message}"`,
    })
  })
})

describe('the data API answers PGRST301 to', () => {
  const unsuitable = 'No suitable key or wrong key type'
  test.each<[string, () => Promise<string>, string]>([
    ['an empty token', async () => '', 'Empty JWT is sent in Authorization header'],
    ['a malformed token', async () => 'abc', 'Expected 3 parts in JWT; got 1'],
    ['a token that cannot be decoded', async () => 'a.b.c', 'JWT cryptographic operation failed'],
    ['an unknown key', () => sign({}, { kid: 'unknown' }, foreign.privateKey), unsuitable],
    ["another's signature under our key's name", () => sign({}, {}, foreign.privateKey), unsuitable],
    [
      'our public key used as a shared secret',
      () => sign({}, { alg: 'HS256' }, ours.publicKey.export({ format: 'der', type: 'spki' }) as Uint8Array),
      unsuitable,
    ],
    [
      'a token with an embedded key',
      () =>
        sign({}, { jwk: foreign.publicKey.export({ format: 'jwk' }), kid: undefined }, foreign.privateKey),
      unsuitable,
    ],
    [
      'a token that is not signed',
      async () => `${btoa('{"alg":"none"}')}.${btoa('{"role":"admin"}').replaceAll('=', '')}.`,
      'Wrong or unsupported encoding algorithm',
    ],
  ])('%s', async (_what, token, message) => {
    expect(await ask(`Bearer ${await token()}`)).toMatchObject({
      status: 401,
      code: 'PGRST301',
      message,
      challenge: `Bearer error="invalid_token", error_description="${message}"`,
    })
  })
})
