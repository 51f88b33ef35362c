import { decodeProtectedHeader, errors, type JWTPayload, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { RestError, refuseToken } from '../errors/rest-error.ts'

export interface TokenOptions {
  key: Uint8Array | CryptoKey | JWTVerifyGetKey
  algorithms: string[]
  audience?: string
  now: () => Date
}

/** Tolerated difference between servers' clocks. */
export const leewaySeconds = 30

/** Empty if nothing follows `Bearer`; undefined without such a header. */
export function bearerToken(header: string | null): string | undefined {
  const found = /^bearer(?:\s+(.*))?$/i.exec(header ?? '')
  return found ? (found[1]?.trim() ?? '') : undefined
}

/**
 * Checks shape, signature and times (docs/contracts/data-api.md 7).
 * @throws RestError PGRST301 if the token cannot be verified, PGRST303 if its claims are not valid now or here
 */
export async function verifyToken(token: string, options: TokenOptions): Promise<JWTPayload> {
  if (token === '') throw refuseToken.invalid('Empty JWT is sent in Authorization header')
  const parts = token.split('.').length
  if (parts !== 3) throw refuseToken.invalid(`Expected 3 parts in JWT; got ${parts}`)
  const check = {
    algorithms: options.algorithms,
    clockTolerance: leewaySeconds,
    currentDate: options.now(),
  }
  try {
    const { key } = options
    // jose's two forms: with a key, and with a function that finds it
    const { payload } =
      typeof key === 'function' ? await jwtVerify(token, key, check) : await jwtVerify(token, key, check)
    requireIssuedBefore(payload, options.now())
    requireAudience(payload, options.audience)
    return payload
  } catch (error) {
    throw error instanceof RestError ? error : translated(error, token)
  }
}

function requireIssuedBefore({ iat }: JWTPayload, now: Date): void {
  if (iat !== undefined && iat > now.getTime() / 1000 + leewaySeconds)
    throw refuseToken.claims('JWT issued at future')
}

// As in PostgREST, a token without an audience, or with an empty list, is valid for any.
function requireAudience({ aud }: { aud?: unknown }, audience: string | undefined): void {
  const audiences: unknown[] = Array.isArray(aud) ? aud : aud === undefined || aud === null ? [] : [aud]
  if (audiences.some((one) => typeof one !== 'string'))
    throw refuseToken.claims("The JWT 'aud' claim must be a string or an array of strings")
  if (audience !== undefined && audiences.length > 0 && !audiences.includes(audience))
    throw refuseToken.claims('JWT not in audience')
}

function translated(error: unknown, token: string): unknown {
  if (error instanceof errors.JWTExpired) return refuseToken.claims('JWT expired')
  if (error instanceof errors.JWTClaimValidationFailed) {
    if (error.claim === 'nbf' && error.reason === 'check_failed')
      return refuseToken.claims('JWT not yet valid')
    return refuseToken.claims(`The JWT '${error.claim}' claim must be a number`)
  }
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWSSignatureVerificationFailed) {
    return refuseToken.invalid(
      'No suitable key or wrong key type',
      'None of the keys was able to decode the JWT',
    )
  }
  if (error instanceof errors.JOSEAlgNotAllowed || error instanceof errors.JOSENotSupported) {
    const isUnsecured = decodeProtectedHeader(token).alg === 'none'
    return refuseToken.invalid(
      'Wrong or unsupported encoding algorithm',
      isUnsecured ? "JWT is unsecured but expected 'alg' was not 'none'" : null,
    )
  }
  return error instanceof errors.JOSEError || error instanceof TypeError
    ? refuseToken.invalid('JWT cryptographic operation failed')
    : error
}
