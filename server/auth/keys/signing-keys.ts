import {
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type JsonWebKeyInput,
  type KeyObject,
} from 'node:crypto'
import type { JWK } from 'jose'
import { type Clock, systemClock } from '#server/platform/clock.ts'
import type { Config } from '#server/platform/config/config.ts'
import { ConfigError } from '#server/platform/config/config-error.ts'
import { readOrMakeKeyFile } from './key-file.ts'

export type SigningAlgorithm = 'ES256' | 'RS256' | 'HS256'

export interface SigningKey {
  /** Empty for a shared secret whose tokens name no key. */
  kid: string
  algorithm: SigningAlgorithm
  /** Null: verifies only. */
  sign: KeyObject | null
  verify: KeyObject
  /** As published in jwks.json; null for shared secrets. */
  publicJwk: JWK | null
  /** Unix seconds; the key is published earlier. */
  signsFrom: number
}

export type TokenKey = SigningKey & { sign: KeyObject }

/**
 * A replaced key stays in the list until its last token has expired (docs/contracts/auth.md 3.8: at least 20 minutes). Both
 * properties change while the process runs: read them each time.
 */
export interface SigningKeys {
  /** The one with the latest `signs_from` that has been reached. */
  readonly current: TokenKey
  readonly all: readonly SigningKey[]
}

const checkEveryMs = 1_000

/**
 * Reads SIGNING_KEYS, or the key file in the data folder, and rereads the file after `npm run keys:rotate`.
 * @param clock the machine's
 * @throws ConfigError describing the problem of SIGNING_KEYS
 */
export function loadSigningKeys(
  config: Pick<Config, 'signingKeys' | 'dataDir'>,
  clock: Clock = systemClock,
): SigningKeys {
  if (config.signingKeys) return parseSigningKeys(config.signingKeys, clock)
  let text = readOrMakeKeyFile(config.dataDir)
  let keys = parseSigningKeys(text, clock)
  let checkedAt = clock.now().getTime()
  const latest = () => {
    const now = clock.now().getTime()
    if (Math.abs(now - checkedAt) < checkEveryMs) return keys
    checkedAt = now
    const latestText = readOrMakeKeyFile(config.dataDir)
    if (latestText !== text) {
      keys = parseSigningKeys(latestText, clock)
      text = latestText
    }
    return keys
  }
  return {
    get current() {
      return latest().current
    },
    get all() {
      return latest().all
    },
  }
}

/**
 * @param source a JSON Web Key Set (or a bare list of keys), or a shared HS256 secret of at least 32 characters
 * @throws ConfigError
 */
export function parseSigningKeys(source: string, clock: Clock = systemClock): SigningKeys {
  const all = isJson(source) ? readKeySet(source).map(importKey) : [ofSecret(source)]
  if (new Set(all.map((key) => key.kid)).size !== all.length) {
    throw new ConfigError('SIGNING_KEYS has two keys with the same "kid"')
  }
  const signing = all.filter((key) => key.sign !== null) as TokenKey[]
  const [first] = signing
  if (!first) throw new ConfigError('SIGNING_KEYS holds no private key')
  return {
    all,
    get current() {
      const now = clock.now().getTime() / 1000
      const due = signing.filter((key) => key.signsFrom <= now)
      return due.reduce((best, key) => (key.signsFrom > best.signsFrom ? key : best), due[0] ?? first)
    },
  }
}

/** @throws ConfigError */
export function readKeySet(source: string): JWK[] {
  let found: JWK[]
  try {
    const value: unknown = JSON.parse(source)
    const keys = Array.isArray(value) ? value : (value as { keys: unknown }).keys
    if (!Array.isArray(keys)) throw new TypeError('no keys')
    found = keys
  } catch {
    throw new ConfigError('SIGNING_KEYS must be a JSON Web Key Set: {"keys": [...]}')
  }
  if (found.length === 0) throw new ConfigError('SIGNING_KEYS holds no key')
  return found
}

export function isJson(source: string): boolean {
  return /^\s*[[{]/.test(source)
}

function ofSecret(secret: string): SigningKey {
  if (secret.length < 32) throw new ConfigError('SIGNING_KEYS: a shared secret needs at least 32 characters')
  const key = createSecretKey(Buffer.from(secret))
  return { kid: '', algorithm: 'HS256', sign: key, verify: key, publicJwk: null, signsFrom: 0 }
}

function importKey(jwk: JWK & { signs_from?: number }): SigningKey {
  // a shared secret may lack a kid: it verifies tokens that name no key
  const kid = jwk.kid ?? ''
  if (!kid && jwk.kty !== 'oct') throw new ConfigError('SIGNING_KEYS: every key needs a "kid"')
  const maySign = !jwk.key_ops || jwk.key_ops.includes('sign')
  const signsFrom = jwk.signs_from ?? 0
  try {
    if (jwk.kty === 'oct') {
      const key = createSecretKey(Buffer.from(jwk.k ?? '', 'base64url'))
      if ((key.symmetricKeySize ?? 0) < 32) throw new Error('shorter than 32 bytes')
      return { kid, algorithm: 'HS256', sign: maySign ? key : null, verify: key, publicJwk: null, signsFrom }
    }
    const algorithm = algorithmOf(jwk)
    const key = jwk as JsonWebKeyInput['key']
    const sign = jwk.d && maySign ? createPrivateKey({ key, format: 'jwk' }) : null
    const verify = createPublicKey(sign ?? { key, format: 'jwk' })
    const publicJwk = { ...(verify.export({ format: 'jwk' }) as JWK), kid, alg: algorithm, use: 'sig' }
    return { kid, algorithm, sign, verify, publicJwk: { ...publicJwk, key_ops: ['verify'] }, signsFrom }
  } catch (error) {
    throw new ConfigError(`SIGNING_KEYS: key "${kid}" cannot be used: ${(error as Error).message}`)
  }
}

function algorithmOf(jwk: JWK): 'ES256' | 'RS256' {
  if (jwk.kty === 'EC' && jwk.crv === 'P-256') return 'ES256'
  if (jwk.kty === 'RSA') return 'RS256'
  throw new Error('only EC P-256, RSA and oct keys are taken')
}
