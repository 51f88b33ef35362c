import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import type { Caller } from '../database/transactions.ts'

export interface LinkedFile {
  fileId: string
  userId: string
  sessionId: string
  clinic: string | null
  guardianship: string | null
  expiresAt: Date
}

export interface FileLinks {
  /**
   * An address for an `<img>`, which cannot send a token. Each use checks the caller's rights and session again.
   * @param now the machine's time, as for tokens
   */
  sign(caller: Caller, fileId: string, now: Date): { url: string; expiresAt: Date }
  /** Null if forged or expired. */
  open(sealed: string, fileId: string, now: Date): LinkedFile | null
}

/** A link is valid for one to two windows, in milliseconds. */
const windowMs = 300_000

/** @param secret of several the first seals and each opens; null: a key of this process (embedded database) */
export function createFileLinks(secret: string | null): FileLinks {
  const keys = (secret ?? '')
    .split(',')
    .filter((key) => key.trim() !== '')
    .map((key) => linkKeys(Buffer.from(key.trim(), 'base64')))
  const [current = linkKeys(randomBytes(32)), ...earlier] = keys
  return {
    sign(caller, fileId, now) {
      // stable for a while, so that browsers cache the picture
      const expiresAt = new Date((Math.floor(now.getTime() / windowMs) + 2) * windowMs)
      const content = JSON.stringify([
        caller.userId,
        caller.sessionId,
        caller.clinic,
        expiresAt.getTime(),
        caller.guardianship ?? null,
      ])
      return { url: `/files/v1/${fileId}?link=${seal(current, fileId, content)}`, expiresAt }
    },
    open(sealed, fileId, now) {
      for (const key of [current, ...earlier]) {
        const content = unseal(key, fileId, sealed)
        if (content === null) continue
        const [userId, sessionId, clinic, expires, guardianship = null] = JSON.parse(content)
        const expiresAt = new Date(expires)
        return expiresAt > now ? { fileId, userId, sessionId, clinic, guardianship, expiresAt } : null
      }
      return null
    },
  }
}

interface LinkKeys {
  seal: Buffer
  nonce: Buffer
}

function linkKeys(root: Buffer): LinkKeys {
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', root, '', `carefold ${purpose}`, 32))
  return { seal: derive('file link'), nonce: derive('file link nonce') }
}

/** The nonce is a digest of the content, so it repeats only for the same content. */
function seal(keys: LinkKeys, fileId: string, content: string): string {
  const nonce = createHmac('sha256', keys.nonce).update(`${fileId} ${content}`).digest().subarray(0, 12)
  const cipher = createCipheriv('aes-256-gcm', keys.seal, nonce)
  cipher.setAAD(Buffer.from(fileId))
  const sealed = Buffer.concat([cipher.update(content, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url')
}

function unseal(keys: LinkKeys, fileId: string, sealed: string): string | null {
  const bytes = Buffer.from(sealed, 'base64url')
  if (bytes.length < 29 || bytes.length > 1_000) return null
  try {
    const decipher = createDecipheriv('aes-256-gcm', keys.seal, bytes.subarray(0, 12))
    decipher.setAAD(Buffer.from(fileId))
    decipher.setAuthTag(bytes.subarray(12, 28))
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch {
    return null
  }
}
