import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKeyInput,
  type KeyObject,
} from 'node:crypto'
import type { JWK } from 'jose'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { readOrMakeKeyFile } from './key-file.ts'

export type SigningAlgorithm = 'ES256' | 'RS256' | 'HS256'

export interface SigningKey {
  kid: string
  algorithm: SigningAlgorithm
  sign: KeyObject
  verify: KeyObject
  /** What jwks.json shows; null for shared secrets. */
  publicJwk: JWK | null
}

/**
 * The keys of access tokens. The first one signs, every one verifies: a new key is put in front, and the
 * outgoing one stays in the list until its last token has run out (auth-contract.md 3.8: at least 20
 * minutes).
 */
export interface SigningKeys {
  current: SigningKey
  all: SigningKey[]
}

/**
 * Reads the keys from SIGNING_KEYS, or makes an ES256 key once and keeps it in the data folder.
 *
 * @throws ConfigError naming what is wrong with SIGNING_KEYS
 */
export function loadSigningKeys(config: Pick<Config, 'signingKeys' | 'dataDir'>): SigningKeys {
  return parseSigningKeys(config.signingKeys ?? readOrMakeKeyFile(config.dataDir))
}

/** @param source a private JSON Web Key Set, or a bare HS256 secret of at least 32 characters */
export function parseSigningKeys(source: string): SigningKeys {
  if (!source.trimStart().startsWith('{')) return ofSecret(source)
  let jwks: JWK[]
  try {
    jwks = (JSON.parse(source) as { keys: JWK[] }).keys
    if (!Array.isArray(jwks)) throw new TypeError('no keys')
  } catch {
    throw new ConfigError('SIGNING_KEYS must be a JSON Web Key Set: {"keys": [...]}')
  }
  const all = jwks.map(importKey)
  const [current] = all
  if (!current) throw new ConfigError('SIGNING_KEYS holds no key')
  if (new Set(all.map((key) => key.kid)).size !== all.length) {
    throw new ConfigError('SIGNING_KEYS has two keys with the same "kid"')
  }
  return { current, all }
}

function ofSecret(secret: string): SigningKeys {
  if (secret.length < 32) throw new ConfigError('SIGNING_KEYS: a shared secret needs at least 32 characters')
  const key = createSecretKey(Buffer.from(secret))
  const current: SigningKey = { kid: '', algorithm: 'HS256', sign: key, verify: key, publicJwk: null }
  return { current, all: [current] }
}

function importKey(jwk: JWK): SigningKey {
  const { kid } = jwk
  if (!kid) throw new ConfigError('SIGNING_KEYS: every key needs a "kid"')
  try {
    if (jwk.kty === 'oct') {
      const key = createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'))
      if ((key.symmetricKeySize ?? 0) < 32) throw new Error('shorter than 32 bytes')
      return { kid, algorithm: 'HS256', sign: key, verify: key, publicJwk: null }
    }
    const algorithm = algorithmOf(jwk)
    const sign = createPrivateKey({ key: jwk as JsonWebKeyInput['key'], format: 'jwk' })
    const verify = createPublicKey(sign)
    const publicJwk = { ...(verify.export({ format: 'jwk' }) as JWK), kid, alg: algorithm, use: 'sig' }
    return { kid, algorithm, sign, verify, publicJwk: { ...publicJwk, key_ops: ['verify'] } }
  } catch (error) {
    throw new ConfigError(`SIGNING_KEYS: key "${kid}" cannot be used: ${(error as Error).message}`)
  }
}

function algorithmOf(jwk: JWK): 'ES256' | 'RS256' {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256'
  if (jwk.kty === 'RSA') return 'RS256'
  throw new Error('only EC P-256, RSA and oct keys are taken')
}
