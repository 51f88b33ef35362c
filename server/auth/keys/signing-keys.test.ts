import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { makeSigningKey } from './key-file.ts'
import { loadSigningKeys, parseSigningKeys } from './signing-keys.ts'

const set = (...keys: object[]) => JSON.stringify({ keys })

describe('in the data folder', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'carefold-keys-'))
  })
  afterEach(() => rmSync(dataDir, { recursive: true }))

  it('an ES256 key is made once and readable by its owner only', () => {
    const first = loadSigningKeys({ signingKeys: null, dataDir })
    const second = loadSigningKeys({ signingKeys: null, dataDir })
    expect(first.current).toMatchObject({ algorithm: 'ES256', kid: second.current.kid })
    expect(statSync(join(dataDir, 'signing-keys.json')).mode & 0o777).toBe(0o600)
  })

  it('the folder is made when it is missing', () => {
    expect(loadSigningKeys({ signingKeys: null, dataDir: join(dataDir, 'new') }).all).toHaveLength(1)
  })

  it('nothing is written when keys are configured', () => {
    loadSigningKeys({ signingKeys: set(makeSigningKey()), dataDir })
    expect(() => readFileSync(join(dataDir, 'signing-keys.json'))).toThrow('ENOENT')
  })
})

describe('configured', () => {
  it('the first key signs, all verify, public halves are shown', () => {
    const [incoming, outgoing] = [makeSigningKey(), makeSigningKey()]
    const keys = parseSigningKeys(set(incoming, outgoing))
    expect(keys.current.kid).toBe(incoming.kid)
    expect(keys.all.map(({ kid }) => kid)).toEqual([incoming.kid, outgoing.kid])
    for (const { publicJwk } of keys.all) expect(publicJwk).not.toHaveProperty('d')
  })

  it('RSA keys sign with RS256; shared secrets sign with HS256 and are never shown', () => {
    const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' })
    const keys = parseSigningKeys(set({ ...rsa, kid: 'rsa' }, { kty: 'oct', kid: 'oct', k: 'A'.repeat(43) }))
    expect(keys.all).toMatchObject([
      { algorithm: 'RS256', publicJwk: { kid: 'rsa', alg: 'RS256', kty: 'RSA' } },
      { algorithm: 'HS256', publicJwk: null },
    ])
    expect(keys.all[0]?.publicJwk).not.toHaveProperty('p')
    expect(parseSigningKeys('a shared secret of 32 characters!').current).toMatchObject({
      algorithm: 'HS256',
    })
  })

  it.each([
    ['a short secret', 'too short', 'at least 32 characters'],
    ['broken JSON', '{"keys":', 'JSON Web Key Set'],
    ['no list', '{"keys":{}}', 'JSON Web Key Set'],
    ['an empty list', set(), 'holds no key'],
    ['a key without kid', set({ ...makeSigningKey(), kid: undefined }), 'needs a "kid"'],
    [
      'two keys with one kid',
      set({ ...makeSigningKey(), kid: 'a' }, { ...makeSigningKey(), kid: 'a' }),
      'same "kid"',
    ],
    ['a public key', set({ ...makeSigningKey(), d: undefined }), 'holds no private key'],
    ['a short shared key', set({ kty: 'oct', kid: 'a', k: 'AAAA' }), 'shorter than 32 bytes'],
    [
      'another curve',
      set({
        ...generateKeyPairSync('ec', { namedCurve: 'P-384' }).privateKey.export({ format: 'jwk' }),
        kid: 'a',
      }),
      'only EC P-256',
    ],
  ])('%s is refused in one line that names the setting', (_name, source, message) => {
    expect(() => parseSigningKeys(source)).toThrow(message)
    expect(() => parseSigningKeys(source)).toThrow(/^SIGNING_KEYS/)
  })
})
