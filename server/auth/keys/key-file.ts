import { generateKeyPairSync, randomUUID } from 'node:crypto'
import type { JWK } from 'jose'
import { readOrMakeFile } from '#server/platform/data-directory/files.ts'

export const keyFileName = 'signing-keys.json'

/** Creates the key set on the first start. */
export function readOrMakeKeyFile(dataDir: string): string {
  return readOrMakeFile(dataDir, keyFileName, () => JSON.stringify({ keys: [makeSigningKey()] }, null, 2))
}

export function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), alg: 'ES256', use: 'sig' }
}
