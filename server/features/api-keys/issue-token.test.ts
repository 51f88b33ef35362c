import { generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto'
import { SignJWT } from 'jose'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FhirType } from '#domain/fhir/scopes.ts'
import { setUpServer } from '#server/tests/threats/test-server.ts'
import { anApiKey } from '#testing/api-keys.ts'
import { aClinic, type TestClinic } from '#testing/sign-in/people.ts'

const ec = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
const another = generateKeyPairSync('ec', { namedCurve: 'P-384' })
const jwkOf = (key: KeyObject, kid: string) => ({ ...key.export({ format: 'jwk' }), kid })
const publicKeys = { keys: [jwkOf(ec.publicKey, 'ec'), jwkOf(rsa.publicKey, 'rsa')] }
const jwtBearer = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'

let clinic: TestClinic
let id: string
let audience: string
const test = await setUpServer()
beforeEach(async () => {
  clinic = await aClinic(test.db)
  const resources: FhirType[] = ['Patient', 'Slot']
  id = (await anApiKey(test.db, clinic, { publicKeys, resources })).id
  const smart = await test.ask('/fhir/r4/.well-known/smart-configuration', { clinic })
  audience = JSON.parse(smart.text).token_endpoint
})

interface Signing {
  key?: KeyObject
  header?: Record<string, unknown>
  claims?: Record<string, unknown>
}
const inSeconds = (seconds: number) => Math.floor(Date.now() / 1000) + seconds
const assertion = ({ key = ec.privateKey, header = {}, claims = {} }: Signing = {}) =>
  new SignJWT({ iss: id, sub: id, aud: audience, jti: randomUUID(), exp: inSeconds(240), ...claims })
    .setProtectedHeader({ alg: 'ES384', kid: 'ec', typ: 'JWT', ...header })
    .sign(key)

async function request(
  signed: string,
  form: Record<string, string> = {},
  at: { subdomain: string } = clinic,
) {
  const { status, text, headers } = await test.ask('/fhir/r4/token', {
    method: 'POST',
    clinic: at,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    rawBody: new URLSearchParams({
      grant_type: 'client_credentials',
      client_assertion_type: jwtBearer,
      client_assertion: signed,
      ...form,
    }).toString(),
  })
  return { status, headers, body: JSON.parse(text) }
}
const read = async (type: string, token: string) =>
  (await test.ask(`/fhir/r4/${type}`, { clinic, token })).status

describe('a signed assertion', () => {
  it('gets a token of five minutes for the requested scopes', async () => {
    const { status, body, headers } = await request(await assertion(), { scope: 'system/Patient.rs' })
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('no-store')
    expect(body).toEqual({
      access_token: expect.stringMatching(/^cft_[\w-]{43}$/),
      token_type: 'bearer',
      expires_in: 300,
      scope: 'system/Patient.rs',
    })
    expect(await read('Patient', body.access_token)).toBe(200)
    // the key has it, the token has not
    expect(await read('Slot', body.access_token)).toBe(403)
    const stored = await test.db.asOwner('select * from app.api_tokens where key_id = $1', [id])
    expect(JSON.stringify(stored)).not.toContain(body.access_token)
  })

  it('may be signed by RSA', async () => {
    const signed = await assertion({ key: rsa.privateKey, header: { alg: 'RS384', kid: 'rsa' } })
    expect((await request(signed)).body.scope).toBe('system/Patient.rs system/Slot.rs')
  })

  it('works once', async () => {
    const signed = await assertion()
    expect((await request(signed)).status).toBe(200)
    expect(await request(signed)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  it.each<[string, () => Signing]>([
    ['of another key', () => ({ key: another.privateKey })],
    ['of an unknown key id', () => ({ header: { kid: 'unknown' } })],
    ['without a key id', () => ({ header: { kid: undefined } })],
    ['by another algorithm', () => ({ key: rsa.privateKey, header: { alg: 'RS256', kid: 'rsa' } })],
    ['of another subject', () => ({ claims: { sub: randomUUID() } })],
    ['of an unknown client', () => ({ claims: { iss: randomUUID() } })],
    ['of no client', () => ({ claims: { iss: 'x' } })],
    ['for another server', () => ({ claims: { aud: 'https://elsewhere.example/token' } })],
    ['that has ended', () => ({ claims: { exp: inSeconds(-1) } })],
    ['without an end', () => ({ claims: { exp: undefined } })],
    ['that is too long', () => ({ claims: { exp: inSeconds(900) } })],
    ['without an id', () => ({ claims: { jti: undefined } })],
    ['with an empty id', () => ({ claims: { jti: '' } })],
  ])('%s is refused', async (_what, signing) => {
    const { status, body } = await request(await assertion(signing()))
    expect([status, body.error]).toEqual([401, 'invalid_client'])
  })

  it('is refused at another clinic, of a revoked key, and of a key with a secret', async () => {
    const refused = { status: 401, body: { error: 'invalid_client' } }
    expect(await request(await assertion(), {}, await aClinic(test.db))).toMatchObject(refused)
    const withSecret = await anApiKey(test.db, clinic)
    const claims = { iss: withSecret.id, sub: withSecret.id }
    expect(await request(await assertion({ claims }))).toMatchObject(refused)
    await test.db.asOwner('update api_keys set revoked_at = now() where id = $1', [id])
    expect(await request(await assertion())).toMatchObject(refused)
  })

  it.each([
    [{ grant_type: 'password' }, 'unsupported_grant_type'],
    [{ client_assertion_type: 'x' }, 'invalid_request'],
    [{ scope: 'system/Consent.rs' }, 'invalid_scope'],
    [{ scope: 'system/Patient.cruds' }, 'invalid_scope'],
  ])('with %j: %s', async (form, error) => {
    expect(await request(await assertion(), form)).toMatchObject({ status: 400, body: { error } })
  })

  it.each(['', 'x', 'a.b.c', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`])(
    'is not %j',
    async (text) => {
      expect(await request(text)).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    },
  )
})

describe('a token', () => {
  it('ends with its five minutes, and with its key', async () => {
    const { body } = await request(await assertion())
    expect(await read('Patient', body.access_token)).toBe(200)
    await test.db.asOwner(`update app.api_tokens set expires_at = now() where key_id = $1`, [id])
    expect(await read('Patient', body.access_token)).toBe(401)
    const next = await request(await assertion())
    await test.db.asOwner('update api_keys set revoked_at = now() where id = $1', [id])
    expect(await read('Patient', next.body.access_token)).toBe(401)
  })

  it('that has ended is removed by the next one, once its assertion has ended too', async () => {
    await request(await assertion())
    await test.db.asOwner(
      `update app.api_tokens set expires_at = now() - interval '3 minutes' where key_id = $1`,
      [id],
    )
    await request(await assertion())
    const rows = await test.db.asOwner(
      'select expires_at > now() as live from app.api_tokens where key_id = $1',
      [id],
    )
    expect(rows).toEqual([{ live: true }])
  })
})
