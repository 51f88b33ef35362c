import { hash } from 'node:crypto'
import { decodeProtectedHeader, type JWTPayload, SignJWT } from 'jose'
import type { Clock } from '#server/platform/clock.ts'
import type { SigningKey, SigningKeys } from '../keys/signing-keys.ts'
import { bearsSignature } from './signature.ts'

/** One proof behind a session; in the token newest first. `timestamp` in unix seconds. */
export interface AuthenticationMethod {
  method: string
  timestamp: number
  provider?: string
}

/** Claims of an access token (docs/contracts/auth.md 1.13). For display only: authorization reads rows. */
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
  /** True in a read-only demo session, else absent. */
  is_demo?: boolean
}

/** Longer tokens are neither issued nor accepted (docs/threats.md T16). */
export const maxTokenLength = 4096
const cacheSize = 10_000
const leewaySeconds = 30

export interface AccessTokens {
  /** @returns the token and its expiry in unix seconds */
  sign(claims: AccessClaims, lifeSeconds: number): Promise<{ token: string; expiresAt: number }>
  /** Null for an invalid token. */
  verify(token: string): Promise<AccessClaims | null>
  /** The claims of a valid token that `verify` has seen; null for others, which may be valid. Costs only a hash. */
  remembered(token: string): AccessClaims | null
  /** The key that a token names; null: none of ours. */
  keyFor(token: string): SigningKey | null
}

/** @param options.clock the machine's: tokens must agree with other servers, not with the product's clock */
export function createAccessTokens(options: {
  keys: SigningKeys
  issuer: string
  audience: string
  clock: Clock
  /** Accept correctly signed tokens with any issuer or audience, or without an expiry. */
  foreignClaims?: boolean
}): AccessTokens {
  const { keys, issuer, audience, clock } = options
  // by hash, so that memory contains no usable token
  const cache = new Map<string, AccessClaims>()
  let cacheKeys = keys.all
  const nowSeconds = () => Math.floor(clock.now().getTime() / 1000)

  return {
    async sign(claims, lifeSeconds) {
      const issuedAt = nowSeconds()
      const key = keys.current
      const expiresAt = issuedAt + lifeSeconds
      for (const payload of withLessMetadata({
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
      const id = idOf(token)
      const cached = recall(id)
      if (cached) return cached
      const key = keyOf(keys, token)
      // the algorithm is the key's, never the token's
      if (!key || !bearsSignature(token, key)) return null
      const claims = claimsOf(token)
      if (!claims || !isInTime(claims, nowSeconds())) return null
      if (!options.foreignClaims && !isOurs(claims)) return null
      remember(id, claims)
      return claims
    },

    remembered: (token) => (token.length > maxTokenLength ? null : recall(idOf(token))),
    keyFor: (token) => keyOf(keys, token),
  }

  function recall(id: string): AccessClaims | null {
    if (keys.all !== cacheKeys) {
      // cached tokens of a removed key must not stay valid
      cache.clear()
      cacheKeys = keys.all
    }
    const cached = cache.get(id)
    if (!cached) return null
    cache.delete(id)
    if ((cached.exp ?? Number.POSITIVE_INFINITY) <= nowSeconds()) return null
    // to the end of the map's order, which is by last use
    cache.set(id, cached)
    return cached
  }

  function isOurs({ iss, aud, exp, iat }: AccessClaims): boolean {
    // exactly one audience: a list could name ours among others
    return iss === issuer && aud === audience && exp !== undefined && iat !== undefined
  }

  function remember(id: string, claims: AccessClaims): void {
    // evicts the least recently used: a Map is in insertion order
    if (cache.size >= cacheSize) cache.delete(cache.keys().next().value ?? '')
    cache.set(id, claims)
  }
}

const idOf = (token: string) => hash('sha256', token, 'base64')

function claimsOf(token: string): AccessClaims | null {
  try {
    const claims: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())
    const isObject = claims !== null && typeof claims === 'object' && !Array.isArray(claims)
    return isObject ? (claims as AccessClaims) : null
  } catch {
    return null
  }
}

/** Neither expired, not yet valid nor issued in the future (RFC 7519 section 4.1); refuses times that are not numbers. */
function isInTime({ exp, nbf, iat }: AccessClaims, now: number): boolean {
  const times: unknown[] = [exp, nbf, iat]
  if (!times.every((time) => time === undefined || typeof time === 'number')) return false
  return (
    (exp === undefined || exp > now - leewaySeconds) &&
    (nbf === undefined || nbf <= now + leewaySeconds) &&
    (iat === undefined || iat <= now + leewaySeconds)
  )
}

/** The claims with decreasing metadata, which is for display only and may be too large for a token. */
function withLessMetadata(claims: AccessClaims): AccessClaims[] {
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

/** Refuses headers that contain or reference a key (`jwk`, `jku`, `x5u` ...). */
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

/** For tokens that name no key: the secret without a kid, at any position. */
function sharedSecret({ all }: SigningKeys): SigningKey | undefined {
  const secrets = all.filter(({ algorithm }) => algorithm === 'HS256')
  return secrets.find(({ kid }) => kid === '') ?? secrets[0]
}
