import type { JWK } from 'jose'
import { replaceFile } from '#server/platform/data-directory/files.ts'
import { keyFileName, makeSigningKey, readOrMakeKeyFile } from './key-file.ts'
import { isJson, readKeySet } from './signing-keys.ts'

type StoredKey = JWK & { signs_from?: number }

/** Tokens live one hour at most. */
const keepSeconds = 2 * 3600

export interface Rotation {
  keySet: string
  newKid: string
  signsFrom: Date
}

/**
 * Every process and every client that caches jwks.json knows the key before it signs (docs/reliability.md F18). The replaced
 * key stays until its last token has expired.
 * @param source a JSON Web Key Set, or a shared secret
 */
export function rotateKeySet(source: string, now: Date, signsInSeconds: number): Rotation {
  const nowSeconds = Math.floor(now.getTime() / 1000)
  const known: StoredKey[] = isJson(source)
    ? readKeySet(source)
    : [{ kty: 'oct', k: Buffer.from(source).toString('base64url'), alg: 'HS256' }]
  const next = { ...makeSigningKey(), signs_from: nowSeconds + signsInSeconds }
  const kept = known.filter((key) => {
    const successors = known.map(signsFromOf).filter((at) => at > signsFromOf(key))
    return successors.length === 0 || Math.min(...successors) > nowSeconds - keepSeconds
  })
  return {
    keySet: `${JSON.stringify({ keys: [next, ...kept] }, null, 2)}\n`,
    newKid: next.kid ?? '',
    signsFrom: new Date(next.signs_from * 1000),
  }
}

/** A running server reads the new keys within a second. */
export function rotateKeyFile(dataDir: string, now: Date, signsInSeconds: number): Rotation {
  const rotation = rotateKeySet(readOrMakeKeyFile(dataDir), now, signsInSeconds)
  replaceFile(dataDir, keyFileName, rotation.keySet)
  return rotation
}

function signsFromOf(key: StoredKey): number {
  return key.signs_from ?? 0
}
