import { hash } from 'node:crypto'
import type { JWTPayload } from 'jose'
import { leewaySeconds } from '#server/rest/request/token.ts'

/** How many tokens are remembered; the oldest gives way. */
const mostTokens = 10_000

/**
 * Remembers which tokens were verified, until they expire: checking a signature costs several times as much as finding it
 * again. Kept by hash, so that the memory of the process holds no token that could be used. Refused tokens are not kept.
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
    // a Map keeps the order of insertion
    if (verified.size >= mostTokens) verified.delete(verified.keys().next().value ?? '')
    verified.set(id, claims)
    return claims
  }
}

/** As `verifyToken` judges, which then says what is wrong. */
function isInTime({ exp, nbf, iat }: JWTPayload, now: Date): boolean {
  const seconds = now.getTime() / 1_000
  return (
    (exp === undefined || exp > seconds - leewaySeconds) &&
    [nbf, iat].every((time) => time === undefined || time <= seconds + leewaySeconds)
  )
}
