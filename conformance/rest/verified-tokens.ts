import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { leewaySeconds } from '#server/rest/request/token.ts'

/** How many tokens are stored; the oldest is dropped. */
const mostTokens = 10_000

/**
 * Remembers verified tokens until they expire: a signature check costs several times as much as a lookup. Stores
 * hashes, so that memory holds no usable token. Does not store refused tokens.
 *
 * @param verify throws for an invalid token; its key and audience must stay the same
 */
export function rememberVerified(
  verify: (token: string) => Promise<JWTPayload>,
  now: () => Date,
): (token: string) => Promise<JWTPayload> {
  const verified = new Map<string, JWTPayload>()
  return async (token) => {
    const id = hash('sha256', token, 'base64')
    const known = verified.get(id)
    if (known && isInTime(known, now())) return known
    verified.delete(id)
    const claims = Object.freeze(await verify(token))
    // A Map iterates in order of insertion.
    if (verified.size >= mostTokens) verified.delete(verified.keys().next().value ?? '')
    verified.set(id, claims)
    return claims
  }
}

/** The time checks of `verifyToken`, which reports the error. */
function isInTime({ exp, nbf, iat }: JWTPayload, now: Date): boolean {
  const seconds = now.getTime() / 1_000
  return (
    (exp === undefined || exp > seconds - leewaySeconds) &&
    [nbf, iat].every((time) => time === undefined || time <= seconds + leewaySeconds)
  )
}
