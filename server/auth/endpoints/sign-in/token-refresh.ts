import { randomInt } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod/mini'
import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError, invalid } from '#server/auth/errors.ts'
import { readBody, text } from '#server/auth/http/body.ts'
import type { AuthRequest } from '#server/auth/http/request.ts'
import { rotate, sessionIsLocked } from '#server/auth/sessions/rotation.ts'
import { sessionResponse } from '#server/auth/sessions/session-response.ts'
import { decodeRefreshToken, type RefreshToken } from '#server/auth/tokens/refresh-token.ts'
import { inTransaction } from '#server/auth/transaction.ts'

const refreshBody = z.object({ refresh_token: text })

/** Concurrent refreshes of one session queue here without a database connection. */
const running = new Map<string, Promise<unknown>>()

async function oneAtATime<T>(sessionId: string, work: () => Promise<T>): Promise<T> {
  const mine = (running.get(sessionId) ?? Promise.resolve()).then(work, work)
  running.set(sessionId, mine)
  try {
    return await mine
  } finally {
    if (running.get(sessionId) === mine) running.delete(sessionId)
  }
}

/** docs/contracts/auth.md 4 */
export async function refreshGrant(auth: Auth, request: AuthRequest): Promise<Response> {
  const body = await readBody(request.raw, refreshBody)
  const presented = readRefreshToken(body.refresh_token)
  return oneAtATime(presented.sessionId, () => refreshOnce(auth, request, presented))
}

async function refreshOnce(auth: Auth, request: AuthRequest, presented: RefreshToken): Promise<Response> {
  const giveUpAt = performance.now() + auth.settings.refreshLockMs
  do {
    const rotation = await inTransaction(auth, request, (tx) => rotate(tx, auth, request, presented))
    if (rotation !== sessionIsLocked) {
      const { grant, reuse } = rotation
      const headers: Record<string, string> = { 'sb-auth-refresh-token-reuse': String(reuse.length > 0) }
      if (reuse.length > 0) headers['sb-auth-refresh-token-reuse-cause'] = reuse.join(',')
      return sessionResponse(auth, grant, { headers, method: 'token_refresh' })
    }
    await wait(randomInt(10, 31))
  } while (performance.now() < giveUpAt)
  throw new AuthError(
    409,
    'conflict',
    'Too many concurrent token refresh requests on the same session or refresh token',
  )
}

function readRefreshToken(text: string): RefreshToken {
  const malformed = () => invalid('Refresh token is not valid')
  if (text.length < 12) throw malformed()
  if (text.length === 12) {
    if (!/^[a-z0-9]{12}$/.test(text)) throw malformed()
    // the older form, which this server never issues
    throw new AuthError(400, 'refresh_token_not_found', 'Invalid Refresh Token: Refresh Token Not Found')
  }
  const token = decodeRefreshToken(text)
  if (!token) throw malformed()
  return token
}
