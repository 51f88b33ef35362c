import { createHash, timingSafeEqual } from 'node:crypto'
import { errors, type JWTPayload, jwtVerify } from 'jose'
import { AuthError, OAuthRefusal } from '../errors.ts'
import { issuersOf } from './openid-provider.ts'
import type { ProviderClient } from './provider-client.ts'

const maxLength = 16_384
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/**
 * docs/contracts/auth.md 3.3, id_token
 * @param sent `nonce` and `access_token` of the request; empty when absent
 * @param now the machine's time
 * @throws OAuthRefusal `invalid request`, `invalid nonce`; AuthError 503 while the provider's keys cannot be fetched
 */
export async function verifyIdToken(
  client: ProviderClient,
  idToken: string,
  sent: { nonce: string; accessToken: string },
  now: Date,
): Promise<JWTPayload> {
  const claims = await verifySignature(client, idToken, now)
  if (!claims.sub) throw invalidRequest('Missing sub claim in id_token')
  const audiences = [claims.aud].flat()
  if (!audiences.some((audience) => client.provider.clientIds.includes(audience ?? ''))) {
    throw invalidRequest('Unacceptable audience in id_token')
  }
  checkNonce(claims.nonce, sent.nonce)
  if (sent.accessToken && claims.at_hash !== undefined && !isHashOf(claims, sent.accessToken)) {
    throw invalidRequest('The at_hash of the id_token is not the access_token’s')
  }
  return claims
}

const invalidRequest = (description: string, cause?: unknown) =>
  new OAuthRefusal('invalid request', description, { cause })

type Verified = JWTPayload & { algorithm: string; nonce?: unknown; at_hash?: unknown }

async function verifySignature(client: ProviderClient, idToken: string, now: Date): Promise<Verified> {
  if (idToken.length > maxLength) throw invalidRequest('Bad ID token')
  const keys = await client.keys()
  try {
    const { payload, protectedHeader } = await jwtVerify(idToken, keys, {
      algorithms,
      issuer: issuersOf(client.provider),
      requiredClaims: ['exp', 'iat', 'aud'],
      clockTolerance: 30,
      currentDate: now,
    })
    return { ...payload, algorithm: protectedHeader.alg }
  } catch (cause) {
    // any other error concerns the provider, not the token
    if (!(cause instanceof errors.JOSEError) || cause instanceof errors.JWKSTimeout) {
      const { name } = client.provider
      throw new AuthError(503, 'unexpected_failure', `The provider ${name} cannot be reached`, { cause })
    }
    throw invalidRequest('Bad ID token', cause)
  }
}

/** The token contains the hex SHA-256 of the app's nonce, so that an intercepted token is useless without it. */
function checkNonce(inToken: unknown, sent: string): void {
  const isInToken = typeof inToken === 'string' && inToken !== ''
  if (isInToken !== (sent !== '')) {
    throw invalidRequest('Passed nonce and nonce in id_token should either both exist or not.')
  }
  if (isInToken && createHash('sha256').update(sent).digest('hex') !== inToken) {
    throw new OAuthRefusal('invalid nonce', 'Nonces mismatch')
  }
}

/** OpenID Connect Core 3.1.3.6: the left half of the access token's hash, by the token's algorithm. */
function isHashOf({ algorithm, at_hash: given }: Verified, accessToken: string): boolean {
  const hash = `sha${/(256|384|512)$/.exec(algorithm)?.[0] ?? '512'}`
  const digest = createHash(hash).update(accessToken).digest()
  const expected = Buffer.from(digest.subarray(0, digest.length / 2).toString('base64url'))
  const actual = Buffer.from(String(given))
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
