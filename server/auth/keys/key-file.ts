import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'

export const keyFileName = 'signing-keys.json'

/** The key set kept in the data folder; made on the first start. */
export function readOrMakeKeyFile(dataDir: string): string {
  return readOrMakeFile(dataDir, keyFileName, () => JSON.stringify({ keys: [makeSigningKey()] }, null, 2))
}

/** A secret kept in the data folder, readable by its owner only; made on the first start. */
export function readOrMakeFile(dataDir: string, name: string, make: () => string): string {
  const path = join(dataDir, name)
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const part = `${path}.${randomUUID()}`
  writeFileSync(part, `${make()}\n`, { mode: 0o600 })
  try {
    // whole or not at all; when two processes start together, the first one's key stays
    linkSync(part, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(part)
  }
  return readFileSync(path, 'utf8')
}

/** A fresh private ES256 key. */
export function makeSigningKey(): JWK {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return { ...(privateKey.export({ format: 'jwk' }) as JWK), kid: randomUUID(), alg: 'ES256', use: 'sig' }
}
