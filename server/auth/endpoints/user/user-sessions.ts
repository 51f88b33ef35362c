import type { Auth } from '#server/auth/context/auth.ts'
import { AuthError } from '#server/auth/errors.ts'
import { isUuid } from '#server/auth/http/is-uuid.ts'
import { type AuthRequest, json } from '#server/auth/http/request.ts'
import { loadPerson, requireClaims } from '#server/auth/sessions/bearer.ts'
import { listOwnSessions } from '#server/auth/sessions/own-sessions.ts'
import { endSession } from '#server/auth/sessions/sessions.ts'
import { actAs, inTransaction } from '#server/auth/transaction.ts'
import { audit } from '#server/clinic/audit.ts'

/** docs/decisions/0012 */
export async function listSessions(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  const sessions = await inTransaction(auth, request, async (tx) => {
    const { user, session } = await loadPerson(tx, auth, claims)
    const who = { userId: user.id, currentId: session.id, now: auth.sessionClock.now() }
    return listOwnSessions(tx, auth.settings, who)
  })
  return json({ sessions })
}

/**
 * The access token stops working with the next request.
 * @throws AuthError 404 `session_not_found`, also for another person's
 */
export async function revokeSession(auth: Auth, request: AuthRequest): Promise<Response> {
  const claims = await requireClaims(auth, request)
  const id = request.params[0] ?? ''
  await inTransaction(auth, request, async (tx) => {
    const { user } = await loadPerson(tx, auth, claims)
    if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'session_id must be an UUID')
    const found = await tx
      .selectFrom('auth.sessions')
      .select('id')
      .where('id', '=', id)
      .where('user_id', '=', user.id)
      .executeTakeFirst()
    if (!found) throw new AuthError(404, 'session_not_found', 'Session not found')
    await endSession(tx, found.id)
    await actAs(tx, user.id)
    await audit(tx, 'auth.logout', { type: 'user', id: user.id }, { scope: 'session', session: found.id })
  })
  return json({})
}
