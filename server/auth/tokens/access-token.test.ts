import { createHmac, sign } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { AdjustableClock } from '#server/platform/clock.ts'
import { makeSigningKey } from '../keys/key-file.ts'
import { parseSigningKeys, type SigningKeys } from '../keys/signing-keys.ts'
import { type AccessTokens, createAccessTokens, maxTokenLength } from './access-token.ts'

const issuer = 'http://carefold.localhost:3000/auth/v1'
const audience = 'authenticated'
const secret = 'a shared secret of more than 32 characters'
const oct = { kty: 'oct', kid: 'shared', k: Buffer.from(secret).toString('base64url') }

let clock: AdjustableClock
let keys: SigningKeys
let tokens: AccessTokens
beforeEach(() => {
  clock = new AdjustableClock()
  keys = parseSigningKeys(JSON.stringify({ keys: [makeSigningKey(), makeSigningKey(), oct] }))
  tokens = createAccessTokens({ keys, issuer, audience, clock })
})

const base64 = (value: unknown) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const now = () => Math.floor(Date.now() / 1000)
const claims = () => ({ iss: issuer, aud: audience, sub: crypto.randomUUID(), iat: now(), exp: now() + 600 })

/** Signed with our current key: only the content can be wrong. */
function signed(header: object, payload: object | string): string {
  const input = `${base64({ alg: 'ES256', typ: 'JWT', kid: keys.current.kid, ...header })}.${base64(payload)}`
  const signature = sign('sha256', Buffer.from(input), { key: keys.current.sign, dsaEncoding: 'ieee-p1363' })
  return `${input}.${signature.toString('base64url')}`
}
function withHmac(header: object, payload: object, key: string | Buffer): string {
  const input = `${base64({ alg: 'HS256', typ: 'JWT', ...header })}.${base64(payload)}`
  return `${input}.${createHmac('sha256', key).update(input).digest('base64url')}`
}

describe('accepts', () => {
  it('its own tokens, with the claims that were signed', async () => {
    const { token, expiresAt } = await tokens.sign({ sub: 'x', role: 'authenticated' }, 600)
    expect(await tokens.verify(token)).toMatchObject({ iss: issuer, aud: audience, sub: 'x', exp: expiresAt })
    expect(await tokens.verify(token)).toMatchObject({ sub: 'x' })
  })

  it('tokens of the outgoing key and of a shared secret, with and without kid', async () => {
    const outgoing = keys.all[1]
    const before = parseSigningKeys(
      JSON.stringify({
        keys: [outgoing?.sign?.export({ format: 'jwk' })].map((jwk) => ({ ...jwk, kid: outgoing?.kid })),
      }),
    )
    const { token } = await createAccessTokens({ keys: before, issuer, audience, clock }).sign(
      { sub: 'x' },
      600,
    )
    expect(await tokens.verify(token)).toMatchObject({ sub: 'x' })
    expect(await tokens.verify(withHmac({ kid: 'shared' }, claims(), secret))).not.toBeNull()
    expect(await tokens.verify(withHmac({}, claims(), secret))).not.toBeNull()
  })

  it('tokens without kid by the secret that has no name, although a named one comes first', async () => {
    const unnamed = 'another secret of more than 32 characters'
    const { kid: _, ...nameless } = { ...oct, k: Buffer.from(unnamed).toString('base64url') }
    const both = parseSigningKeys(JSON.stringify([oct, nameless]))
    const mixed = createAccessTokens({ keys: both, issuer, audience, clock })
    expect(await mixed.verify(withHmac({}, claims(), unnamed))).not.toBeNull()
    expect(await mixed.verify(withHmac({}, claims(), secret))).toBeNull()
    expect(await mixed.verify(withHmac({ kid: 'shared' }, claims(), secret))).not.toBeNull()
  })

  it('a token without typ, and one from a server whose clock is 25 seconds ahead (docs/reliability.md F9)', async () => {
    expect(await tokens.verify(signed({ typ: undefined }, claims()))).not.toBeNull()
    const ahead = { ...claims(), iat: now() + 25, nbf: now() + 25, exp: now() + 625 }
    expect(await tokens.verify(signed({}, ahead))).not.toBeNull()
  })
})

describe('refuses', () => {
  // forged tokens of every kind: server/tests/threats/accounts/forged-tokens.ts
  it.each<[string, () => string]>([
    ['nothing', () => ''],
    ['an unsigned token', () => `${base64({ alg: 'none' })}.${base64(claims())}.`],
    ['an empty kid', () => withHmac({ kid: '' }, claims(), secret)],
    ['no kid with ES256', () => signed({ kid: undefined }, claims())],
    ['a token with spaces', () => ` ${signed({}, claims())}`],
    ['a token that begins in the other base64 alphabet', () => signed({}, claims()).replace(/^./, '+')],
    ['a huge token', () => signed({}, { ...claims(), pad: 'x'.repeat(maxTokenLength) })],
  ])('%s', async (_name, make) => {
    expect(await tokens.verify(make())).toBeNull()
  })

  it('a cached token once it has expired, leeway included', async () => {
    const { token } = await tokens.sign({ sub: 'x' }, 600)
    expect(await tokens.verify(token)).not.toBeNull()
    clock.advance('PT10M31S')
    expect(await tokens.verify(token)).toBeNull()
  })

  it('tokens of a key that was removed', async () => {
    const { token } = await tokens.sign({ sub: 'x' }, 600)
    const rotated = parseSigningKeys(JSON.stringify({ keys: [makeSigningKey()] }))
    expect(await createAccessTokens({ keys: rotated, issuer, audience, clock }).verify(token)).toBeNull()
  })
})

describe('stays under the size limit', () => {
  const big = { text: 'x'.repeat(5000) }

  it('by leaving out metadata, the user’s own first', async () => {
    const provider = { provider: 'email', providers: ['email'] }
    const { token } = await tokens.sign(
      { sub: 'x', user_metadata: big, app_metadata: { ...provider, a: 1 } },
      600,
    )
    expect(token.length).toBeLessThanOrEqual(maxTokenLength)
    expect(await tokens.verify(token)).toMatchObject({
      user_metadata: {},
      app_metadata: { ...provider, a: 1 },
    })
    const both = await tokens.sign(
      { sub: 'x', user_metadata: big, app_metadata: { ...provider, ...big } },
      600,
    )
    expect(await tokens.verify(both.token)).toMatchObject({ user_metadata: {}, app_metadata: provider })
  })

  it('or is not made', async () => {
    await expect(tokens.sign({ sub: 'x'.repeat(5000) }, 600)).rejects.toThrow('size limit')
  })
})

it('remembers at most a thousand tokens', async () => {
  const made = await Promise.all(
    Array.from({ length: 1100 }, (_, index) => tokens.sign({ sub: `${index}` }, 600)),
  )
  for (const { token } of made) expect(await tokens.verify(token)).not.toBeNull()
  for (const { token } of made.slice(0, 200)) expect(await tokens.verify(token)).not.toBeNull()
}, 30_000)
