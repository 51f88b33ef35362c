import { createHmac, timingSafeEqual, verify } from 'node:crypto'
import type { SigningKey } from '../keys/signing-keys.ts'

// canonical only: no padding, blanks or other alphabets
const form = /^([\w-]+\.[\w-]+)\.([\w-]+)$/

/**
 * Verifies a token (RFC 7515, compact form) by the key's algorithm; the caller compares it with the token's header.
 * Synchronous: handing it to a thread costs twice as much as most signatures.
 */
export function bearsSignature(token: string, key: Pick<SigningKey, 'algorithm' | 'verify'>): boolean {
  const [, signed, encoded] = form.exec(token) ?? []
  if (signed === undefined || encoded === undefined) return false
  const signature = Buffer.from(encoded, 'base64url')
  switch (key.algorithm) {
    case 'HS256': {
      const expected = createHmac('sha256', key.verify).update(signed).digest()
      return expected.length === signature.length && timingSafeEqual(expected, signature)
    }
    case 'ES256':
      return verify('sha256', Buffer.from(signed), { key: key.verify, dsaEncoding: 'ieee-p1363' }, signature)
    case 'RS256':
      return verify('sha256', Buffer.from(signed), key.verify, signature)
  }
}
