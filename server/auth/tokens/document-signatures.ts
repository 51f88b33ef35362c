import { CompactSign, decodeProtectedHeader } from 'jose'
import type { DocumentSignatures } from '#server/platform/document-signatures.ts'
import type { SigningKeys } from '../keys/signing-keys.ts'
import { bearsSignature } from './signature.ts'

/** @param keys a key that has been rotated out no longer verifies what it signed */
export function documentSignatures(keys: SigningKeys): DocumentSignatures {
  return {
    async sign(kind, content) {
      const { algorithm, kid, sign } = keys.current
      const jws = await new CompactSign(content)
        .setProtectedHeader({ alg: algorithm, typ: kind, ...(kid && { kid }) })
        .sign(sign)
      return jws.replace(/\..*\./, '..')
    },
    verify(kind, content, signature) {
      const [header = '', payload, signed = '', ...more] = signature.trim().split('.')
      const named = readHeader(header)
      // a token's type is JWT or absent, so that tokens and document signatures cannot replace each other
      if (named?.typ !== kind || payload !== '' || more.length > 0) return false
      const key = keys.all.find(({ kid }) => kid === (named.kid ?? ''))
      if (!key || key.algorithm !== named.alg) return false
      return bearsSignature(`${header}.${Buffer.from(content).toString('base64url')}.${signed}`, key)
    },
  }
}

function readHeader(header: string): ReturnType<typeof decodeProtectedHeader> | null {
  try {
    return decodeProtectedHeader(`${header}..`)
  } catch {
    return null
  }
}
