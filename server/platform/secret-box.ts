import { createCipheriv, createDecipheriv, createHash, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Config } from './config/config.ts'
import { ConfigError } from './config/config-error.ts'
import { readOrMakeFile } from './data-directory/files.ts'

/**
 * Encrypts secrets with AES-256-GCM and a key that is not in the database. Format: first 4 bytes of the key's SHA-256 ·
 * nonce (12) · tag (16) · ciphertext.
 */
export interface SecretBox {
  /** @param owner id of the row it belongs to; copied to another row, it cannot be opened */
  seal(text: string, owner: string): Buffer
  /** @throws Error when the key is missing or the bytes were changed */
  open(sealed: Uint8Array, owner: string): string
  /** Keyed hash, for short codes that a plain hash would not protect. */
  digest(text: string, owner: string): Buffer
}

const keyBytes = 32
const fileName = 'encryption-key'

/** @throws ConfigError unless ENCRYPTION_KEY is one or more keys of 32 bytes in base64 */
export function loadSecretBox(config: Pick<Config, 'encryptionKey' | 'dataDir'>): SecretBox {
  return secretBox(config.encryptionKey ?? readOrMakeFile(config.dataDir, fileName, makeEncryptionKey))
}

/** In the form of ENCRYPTION_KEY. */
export function makeEncryptionKey(): string {
  return randomBytes(keyBytes).toString('base64')
}

/** @param source keys in base64, comma-separated: the first encrypts, all decrypt */
export function secretBox(source: string): SecretBox {
  const keys = source.split(',').map((text) => importKey(text.trim()))
  const [current] = keys
  if (!current) throw new ConfigError('ENCRYPTION_KEY holds no key')

  return {
    seal(text, owner) {
      const nonce = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', current.seal, nonce)
      cipher.setAAD(Buffer.from(owner))
      const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
      return Buffer.concat([current.id, nonce, cipher.getAuthTag(), sealed])
    },
    open(sealed, owner) {
      const bytes = Buffer.from(sealed)
      const key = keys.find(({ id }) => id.equals(bytes.subarray(0, 4)))
      if (!key) throw new Error('a secret was sealed with an encryption key that is gone')
      const decipher = createDecipheriv('aes-256-gcm', key.seal, bytes.subarray(4, 16))
      decipher.setAAD(Buffer.from(owner))
      decipher.setAuthTag(bytes.subarray(16, 32))
      return Buffer.concat([decipher.update(bytes.subarray(32)), decipher.final()]).toString('utf8')
    },
    digest: (text, owner) => createHmac('sha256', current.digest).update(`${owner}:${text}`).digest(),
  }
}

function importKey(text: string): { id: Buffer; seal: Buffer; digest: Buffer } {
  const key = Buffer.from(text, 'base64')
  if (key.length !== keyBytes) {
    throw new ConfigError('ENCRYPTION_KEY must be 32 random bytes in base64 (openssl rand -base64 32)')
  }
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', key, '', `carefold ${purpose}`, keyBytes))
  return {
    id: createHash('sha256').update(key).digest().subarray(0, 4),
    seal: derive('seal'),
    digest: derive('digest'),
  }
}
