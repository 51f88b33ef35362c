import { createHmac, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { exportSPKI } from 'jose'
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
  const { privateKey: foreignKey, publicKey: foreignPublic } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
  })
  const foreignJwk = foreignPublic.export({ format: 'jwk' })
  const byForeignKey = (header: object) => {
    const input = `${base64({ alg: 'ES256', typ: 'JWT', ...header })}.${base64(claims())}`
    const signature = sign('sha256', Buffer.from(input), { key: foreignKey, dsaEncoding: 'ieee-p1363' })
    return `${input}.${signature.toString('base64url')}`
  }
  const kid = () => keys.current.kid

  it.each<[string, () => string | Promise<string>]>([
    ['nothing', () => ''],
    ['one part', () => 'abc'],
    ['two parts', () => signed({}, claims()).split('.').slice(0, 2).join('.')],
    ['four parts', () => `${signed({}, claims())}.abc`],
    ['five parts, an encrypted token', () => 'a.b.c.d.e'],
    ['an unsigned token', () => `${base64({ alg: 'none' })}.${base64(claims())}.`],
    ['alg none with our kid', () => `${base64({ alg: 'none', kid: kid() })}.${base64(claims())}.`],
    ['alg None in other letters', () => `${base64({ alg: 'nOnE', kid: kid() })}.${base64(claims())}.`],
    ['our token without its signature', () => `${signed({}, claims()).split('.').slice(0, 2).join('.')}.`],
    [
      'a changed payload',
      () => {
        const [header, , signature] = signed({}, claims()).split('.')
        return `${header}.${base64({ ...claims(), role: 'service_role' })}.${signature}`
      },
    ],
    [
      'a changed header',
      () => {
        const [, payload, signature] = signed({}, claims()).split('.')
        return `${base64({ alg: 'ES256', kid: kid(), typ: 'JWT', x: 1 })}.${payload}.${signature}`
      },
    ],
    [
      'r = s = 0',
      () =>
        `${base64({ alg: 'ES256', kid: kid() })}.${base64(claims())}.${Buffer.alloc(64).toString('base64url')}`,
    ],
    [
      'r = s = order',
      () =>
        `${base64({ alg: 'ES256', kid: kid() })}.${base64(claims())}.${Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'.repeat(2), 'hex').toString('base64url')}`,
    ],
    [
      'a random signature',
      () =>
        `${base64({ alg: 'ES256', kid: kid() })}.${base64(claims())}.${randomBytes(64).toString('base64url')}`,
    ],
    [
      'a signature in DER',
      () => {
        const input = `${base64({ alg: 'ES256', kid: kid() })}.${base64(claims())}`
        return `${input}.${sign('sha256', Buffer.from(input), keys.current.sign).toString('base64url')}`
      },
    ],
    [
      'HS256 with the public key as secret',
      async () => withHmac({ kid: kid() }, claims(), await exportSPKI(keys.current.verify)),
    ],
    [
      'HS256 with the public JWK as secret',
      () => withHmac({ kid: kid() }, claims(), JSON.stringify(keys.current.publicJwk)),
    ],
    [
      'HS256 with the public key and no kid',
      async () => withHmac({}, claims(), await exportSPKI(keys.current.verify)),
    ],
    ['HS256 with an empty secret', () => withHmac({}, claims(), '')],
    ['HS256 with a guessed secret', () => withHmac({ kid: 'shared' }, claims(), 'secret')],
    ['HS384', () => withHmac({ alg: 'HS384', kid: 'shared' }, claims(), secret)],
    ['HS512 without kid', () => withHmac({ alg: 'HS512' }, claims(), secret)],
    ['ES256 with the shared key’s kid', () => signed({ kid: 'shared' }, claims())],
    ['RS256 with our kid', () => signed({ alg: 'RS256' }, claims())],
    ['ES384 with our kid', () => signed({ alg: 'ES384' }, claims())],
    ['another key', () => byForeignKey({ kid: crypto.randomUUID() })],
    ['another key under our kid', () => byForeignKey({ kid: kid() })],
    ['another key inside the token', () => byForeignKey({ kid: kid(), jwk: foreignJwk })],
    ['another key behind a URL', () => byForeignKey({ jku: 'https://evil.example/jwks.json', kid: 'evil' })],
    [
      'another certificate behind a URL',
      () => byForeignKey({ x5u: 'https://evil.example/cert', kid: kid() }),
    ],
    ['another certificate inside', () => byForeignKey({ x5c: ['MIIB'], kid: kid() })],
    ['our own token with an embedded key', () => signed({ jwk: foreignJwk }, claims())],
    ['our own token with a URL of keys', () => signed({ jku: 'https://evil.example' }, claims())],
    ['our own token with a critical extension', () => signed({ crit: ['exp'] }, claims())],
    ['our own token with unencoded payload', () => signed({ b64: false }, claims())],
    ['a kid that is a path', () => byForeignKey({ kid: '../../dev/null' })],
    ['a kid that is SQL', () => byForeignKey({ kid: "' or 1=1 --" })],
    ['an empty kid', () => withHmac({ kid: '' }, claims(), secret)],
    ['a kid that is a number', () => byForeignKey({ kid: 0 })],
    ['a kid that is a list', () => byForeignKey({ kid: [kid()] })],
    ['no kid with ES256', () => signed({ kid: undefined }, claims())],
    ['typ of another kind', () => signed({ typ: 'at+jwt' }, claims())],
    ['typ of an id token', () => signed({ typ: 'JWE' }, claims())],
    ['no issuer', () => signed({}, { ...claims(), iss: undefined })],
    ['another issuer', () => signed({}, { ...claims(), iss: 'https://evil.example/auth/v1' })],
    ['an issuer with an extra slash', () => signed({}, { ...claims(), iss: `${issuer}/` })],
    ['no audience', () => signed({}, { ...claims(), aud: undefined })],
    ['another audience', () => signed({}, { ...claims(), aud: 'anon' })],
    ['an empty audience', () => signed({}, { ...claims(), aud: '' })],
    ['a list of audiences', () => signed({}, { ...claims(), aud: ['other', audience] })],
    ['a list with only our audience', () => signed({}, { ...claims(), aud: [audience] })],
    ['no expiry', () => signed({}, { ...claims(), exp: undefined })],
    ['an expiry that is text', () => signed({}, { ...claims(), exp: String(now() + 600) })],
    ['an expiry that is null', () => signed({}, { ...claims(), exp: null })],
    ['an expiry that is an object', () => signed({}, { ...claims(), exp: {} })],
    ['an expiry a minute ago', () => signed({}, { ...claims(), exp: now() - 60 })],
    ['an expiry in 1970', () => signed({}, { ...claims(), exp: 0 })],
    ['a negative expiry', () => signed({}, { ...claims(), exp: -1 })],
    ['no issue time', () => signed({}, { ...claims(), iat: undefined })],
    ['an issue time that is text', () => signed({}, { ...claims(), iat: 'now' })],
    ['a start in an hour', () => signed({}, { ...claims(), nbf: now() + 3600 })],
    ['a start that is text (nbf)', () => signed({}, { ...claims(), nbf: '0' })],
    ['a payload that is a list', () => signed({}, '[]')],
    ['a payload that is text', () => signed({}, '"x"')],
    ['a payload that is null', () => signed({}, 'null')],
    ['a payload that is no JSON', () => signed({}, '{"sub":')],
    ['a header that is no JSON', () => `${base64('{')}.${base64(claims())}.x`],
    ['a header that is a list', () => `${base64([])}.${base64(claims())}.x`],
    ['a huge token', () => signed({}, { ...claims(), pad: 'x'.repeat(maxTokenLength) })],
    ['a huge string', () => 'x'.repeat(1_000_000)],
    ['a one-time link token', () => randomBytes(24).toString('hex')],
    ['a token with spaces', () => ` ${signed({}, claims())}`],
    [
      'a token in the other base64 alphabet',
      () =>
        signed({}, { ...claims(), z: '>>>???' })
          .replaceAll('-', '+')
          .replaceAll('_', '/')
          .replace(/^(.)/, '+$1'),
    ],
  ])('%s', async (_name, make) => {
    expect(await tokens.verify(await make())).toBeNull()
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
