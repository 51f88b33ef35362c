import { decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose'
import type { Clock } from '#server/platform/clock.ts'
import type { SigningKey, SigningKeys } from '../keys/signing-keys.ts'
import { bearsSignature } from './signature.ts'

/** One proof a session rests on, newest first in the token; `timestamp` in unix seconds. */
export interface AuthenticationMethod {
  method: string
  timestamp: number
  provider?: string
}

/** What an access token says (docs/contracts/auth.md 1.13). For the screen: rights are looked up in rows. */
export interface AccessClaims extends JWTPayload {
  sub?: string
  email?: string
  phone?: string
  app_metadata?: Record<string, unknown>
  user_metadata?: Record<string, unknown>
  role?: string
  aal?: string
  amr?: AuthenticationMethod[]
  session_id?: string
  is_anonymous?: boolean
}

/** Longer tokens are neither made nor read (docs/threats.md T16). */
export const maxTokenLength = 4096
const cacheSize = 1000
const leewaySeconds = 30

export interface AccessTokens {
  /** @returns the token and when it ends, in unix seconds */
  sign(claims: AccessClaims, lifeSeconds: number): Promise<{ token: string; expiresAt: number }>
  /** The claims of a token we signed and that has not run out; null for every other text. */
  verify(token: string): Promise<AccessClaims | null>
  /** Which of our keys a token says it was signed with; null: none of them. */
  keyFor(token: string): SigningKey | null
}

/** @param clock the machine's: tokens must agree with other servers, not with the product's clock */
export function createAccessTokens(options: {
  keys: SigningKeys
  issuer: string
  audience: string
  clock: Clock
  /** Whether a token with a good signature may name another issuer or audience, or no end. */
  foreignClaims?: boolean
}): AccessTokens {
  const { keys, issuer, audience, clock } = options
  const cache = new Map<string, AccessClaims>()
  let cacheKeys = keys.all
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    async sign(claims, lifeSeconds) {
      const issuedAt = nowSeconds()
      const key = keys.current
      const expiresAt = issuedAt + lifeSeconds
      for (const payload of everSmaller({
        iss: issuer,
        aud: audience,
        ...claims,
        iat: issuedAt,
        exp: expiresAt,
      })) {
        const token = await new SignJWT(payload).setProtectedHeader(headerOf(key)).sign(key.sign)
        if (token.length <= maxTokenLength) return { token, expiresAt }
      }
      throw new Error('an access token does not fit its size limit')
    },

    async verify(token) {
      if (token.length > maxTokenLength) return null
      if (keys.all !== cacheKeys) {
        // a key that was taken away must not live on in remembered tokens
        cache.clear()
        cacheKeys = keys.all
      }
      const known = cache.get(token)
      if (known) {
        if ((known.exp ?? Number.POSITIVE_INFINITY) > nowSeconds()) return known
        cache.delete(token)
      }
      const key = keyOf(keys, token)
      // the key decides the algorithm, never the token
      if (!key || !bearsSignature(token, key)) return null
      const claims = claimsOf(token)
      if (!claims || !isInTime(claims, nowSeconds())) return null
      if (!options.foreignClaims && !isOurs(claims)) return null
      remember(token, claims)
      return claims
    },

    keyFor: (token) => keyOf(keys, token),
  }

  function isOurs({ iss, aud, exp, iat }: AccessClaims): boolean {
    // one audience, as text: a list could name ours beside another
    return iss === issuer && aud === audience && exp !== undefined && iat !== undefined
  }

  function remember(token: string, claims: AccessClaims): void {
    // the oldest goes: a Map keeps the order in which entries came
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
    cache.set(token, claims)
  }
}

function claimsOf(token: string): AccessClaims | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const isObject = claims !== null && typeof claims === 'object' && !Array.isArray(claims)
    return isObject ? (claims as AccessClaims) : null
  } catch {
    return null
  }
}

/** Ended, not yet begun or issued in the future (RFC 7519 section 4.1); what is no number is none of these. */
function isInTime({ exp, nbf, iat }: AccessClaims, now: number): boolean {
  const times: unknown[] = [exp, nbf, iat]
  if (!times.every((time) => time === undefined || typeof time === 'number')) return false
  return (
    (exp === undefined || exp > now - leewaySeconds) &&
    (nbf === undefined || nbf <= now + leewaySeconds) &&
    (iat === undefined || iat <= now + leewaySeconds)
  )
}

/** Metadata is only for the screen, and a person may have stored a lot: what does not fit is left out. */
function everSmaller(claims: AccessClaims): AccessClaims[] {
  const { provider, providers } = claims.app_metadata ?? {}
  return [
    claims,
    { ...claims, user_metadata: {} },
    { ...claims, user_metadata: {}, app_metadata: { provider, providers } },
  ]
}

function headerOf(key: SigningKey): { alg: string; typ: string; kid?: string } {
  return { alg: key.algorithm, typ: 'JWT', ...(key.kid ? { kid: key.kid } : {}) }
}

/**
 * Which of our keys a token claims; keys inside or behind a token (`jwk`, `jku`, `x5u` ...) are never looked
 * at.
 */
function keyOf(keys: SigningKeys, token: string): SigningKey | null {
  let header: ReturnType<typeof decodeProtectedHeader>
  try {
    header = decodeProtectedHeader(token)
  } catch {
    return null
  }
  const foreign = ['jwk', 'jku', 'x5u', 'x5c', 'x5t', 'x5t#S256', 'crit', 'zip', 'b64']
  if (foreign.some((name) => name in header)) return null
  if (header.typ !== undefined && header.typ.toUpperCase() !== 'JWT') return null
  const key =
    header.kid === undefined
      ? sharedSecret(keys)
      : keys.all.find((candidate) => candidate.kid === header.kid && candidate.kid !== '')
  return key && key.algorithm === header.alg ? key : null
}

/** What tokens that name no key are signed with: the secret without a name, whatever named ones stand before it. */
function sharedSecret({ all }: SigningKeys): SigningKey | undefined {
  const secrets = all.filter(({ algorithm }) => algorithm === 'HS256')
  return secrets.find(({ kid }) => kid === '') ?? secrets[0]
}
