import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { isUuid } from '../http/is-uuid.ts'
import { type AuthRequest, bearerToken } from '../http/request.ts'
import { findUser, isBanned } from '../people/users.ts'
import type { Person, SessionRow } from '../rows.ts'
import type { AccessClaims } from '../tokens/access-token.ts'
import { isAdminRole } from '../tokens/admin-roles.ts'
import { sessionLifeOf, sessionProblem } from './limits.ts'

const sessionNotFound = () =>
  new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist')

const badJwt = (message: string, status = 403) => new AuthError(status, 'bad_jwt', message)

/** @throws AuthError 401 `no_authorization`, 403 `bad_jwt` (docs/contracts/auth.md 1.4) */
export async function requireClaims(auth: Auth, request: AuthRequest): Promise<AccessClaims> {
  const token = bearerToken(request)
  if (!token) throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token')
  // as the reference's anonymous token: without a person
  if (token === auth.publishableKey) return { role: 'anon', aud: auth.settings.audience }
  const claims = await auth.tokens.verify(token)
  if (!claims) throw badJwt('invalid JWT: unable to parse or verify signature')
  return claims
}

/** @throws AuthError 403 or 400 `bad_jwt`, 403 `user_not_found`, `session_not_found`, `user_banned` */
export async function loadPerson(
  tx: Tx,
  auth: Pick<Auth, 'sessionClock'>,
  claims: Pick<AccessClaims, 'sub' | 'session_id'>,
): Promise<Person> {
  const { sub, session_id: sessionId } = claims
  if (!sub) throw badJwt('invalid claim: missing sub claim')
  if (!isUuid(sub)) throw badJwt('invalid claim: sub claim must be a UUID', 400)
  if (!sessionId || !isUuid(sessionId)) throw badJwt('invalid claim: session_id claim must be a UUID')
  const [user, session] = await Promise.all([findUser(tx, sub), findSession(tx, sessionId)])
  if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist')
  if (!session || session.user_id !== user.id) throw sessionNotFound()
  if (isBanned(user, auth.sessionClock.now())) throw new AuthError(403, 'user_banned', 'User is banned')
  return { user, session }
}

/**
 * A token that names a session also needs that session to be alive.
 * @returns the token's role
 * @throws AuthError 403 `not_admin`, `session_not_found`, `session_expired`
 */
export async function requireAdmin(auth: Auth, request: AuthRequest): Promise<string> {
  const { role, session_id: sessionId } = await requireClaims(auth, request)
  if (role === undefined || !isAdminRole(role)) throw new AuthError(403, 'not_admin', 'User not allowed')
  if (!sessionId) return role
  const problem = await auth.services.transactions.withSystem('sign-in', async (tx) => {
    const session = isUuid(sessionId) ? await findSession(tx, sessionId) : null
    if (!session) return sessionNotFound()
    const life = await sessionLifeOf(tx, session.user_id, auth.settings)
    const isAlive = sessionProblem(session, life, auth.sessionClock.now()) === null
    return isAlive ? null : new AuthError(403, 'session_expired', 'Session has expired')
  })
  if (problem) throw problem
  return role
}

async function findSession(tx: Tx, id: string): Promise<SessionRow | null> {
  const row = await tx.selectFrom('auth.sessions').selectAll().where('id', '=', id).executeTakeFirst()
  return row ?? null
}
