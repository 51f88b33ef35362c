import { sql } from 'kysely'
import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError, invalid } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import { findUser, isBanned } from '../people/users.ts'
import type { SessionRow } from '../rows.ts'
import { isSignedWith, type RefreshToken } from '../tokens/refresh-token.ts'
import { actAs } from '../transaction.ts'
import { lacksSecondStep } from './assurance.ts'
import { isSameDevice } from './device.ts'
import { hasNewerSession, isPastLowAssurance, sessionLifeOf, sessionProblem } from './limits.ts'
import { endSession, grantOf, type SessionGrant } from './sessions.ts'

export type ReuseCause = 'fail-to-save' | 'concurrent-refresh'

/** `reuse` is the reason for accepting an older token. */
export interface Rotation {
  grant: SessionGrant
  reuse: ReuseCause[]
}

/** A concurrent request is refreshing this session: retry in a few milliseconds. */
export const sessionIsLocked = Symbol('session is locked')

const refused = (code: string, message: string) =>
  new AuthError(400, code, `Invalid Refresh Token: ${message}`)

/**
 * One step of the counter form's state machine (docs/contracts/auth.md 4). Run it in `inTransaction`: refusals that end the
 * session are returned, so that they are committed.
 * With d = stored - presented counter: d = 0 rotates; d = 1 (the answer was probably lost) and d >= 2 within the reuse
 * interval (racing tabs) return the current token again; anything else ends the session (docs/contracts/auth.md D5).
 */
export async function rotate(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  presented: RefreshToken,
): Promise<Rotation | AuthError | typeof sessionIsLocked> {
  const now = auth.sessionClock.now()
  const session = await lockSession(tx, presented.sessionId)
  if (session === sessionIsLocked) return sessionIsLocked
  if (!session || !isSignedWith(presented, session.refresh_key)) {
    throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  }
  const [user, life, isLow] = await Promise.all([
    findUser(tx, session.user_id),
    sessionLifeOf(tx, session.user_id, auth.settings),
    lacksSecondStep(tx, { userId: session.user_id, sessionId: session.id }),
    actAs(tx, session.user_id),
  ])
  if (!user) throw refused('refresh_token_not_found', 'Refresh Token Not Found')
  if (isBanned(user, now)) throw refused('user_banned', 'User Banned')

  const problem = sessionProblem(session, life, now)
  if (problem)
    throw refused('session_expired', problem === 'idle' ? 'Session Expired (Inactivity)' : 'Session Expired')
  if (isLow && isPastLowAssurance(session, life, now)) {
    throw refused('session_expired', 'Session Expired (Low AAL: User Needs MFA Verification)')
  }
  if (auth.settings.singleSession && (await hasNewerSession(tx, session))) {
    throw refused('session_expired', 'Session Expired (Revoked by Newer Login)')
  }

  const behind = session.refresh_counter - presented.counter
  if (behind < 0) throw invalid('Invalid Refresh Token: Not Issued By This Server')
  // never a token from before the step-up: it would bypass the second factor
  const isExcusable = behind > 0 && presented.counter >= session.refresh_floor
  const reuse = isExcusable ? reuseCauses(auth, request, session, behind, now) : []
  if (behind > 0 && reuse.length === 0) {
    await endSession(tx, session.id)
    await audit(tx, 'auth.token_revoked', { type: 'user', id: user.id }, { session: session.id, behind })
    return new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used', {
      headers: { 'sb-auth-refresh-token-rotated': 'true' },
    })
  }
  const advance = tx
    .updateTable('auth.sessions')
    .set({
      refresh_counter: behind === 0 ? session.refresh_counter + 1 : session.refresh_counter,
      // an old token must not extend its own reuse interval
      ...(behind <= 1 ? { refreshed_at: now, user_agent: request.userAgent, ip: request.address } : {}),
      updated_at: now,
    })
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  const [refreshed] = await Promise.all([
    advance,
    audit(tx, 'auth.token_refreshed', { type: 'user', id: user.id }, { session: session.id }),
  ])
  return { grant: await grantOf(tx, user, refreshed, life), reuse }
}

function reuseCauses(
  auth: Auth,
  request: AuthRequest,
  session: SessionRow,
  behind: number,
  now: Date,
): ReuseCause[] {
  const sinceRefreshMs = now.getTime() - (session.refreshed_at ?? session.created_at).getTime()
  const causes: ReuseCause[] = []
  if (Math.abs(sinceRefreshMs) < auth.settings.refreshReuseSeconds * 1000) causes.push('concurrent-refresh')
  // long after the refresh, only the same device may still use the previous token (docs/contracts/auth.md D9)
  const isTrusted =
    !auth.settings.guardPreviousRefreshToken || sinceRefreshMs <= 60_000 || isSameDevice(session, request)
  if (behind === 1 && isTrusted) causes.push('fail-to-save')
  return causes
}

/** Queued transactions would use up the connections. */
async function lockSession(tx: Tx, id: string): Promise<SessionRow | null | typeof sessionIsLocked> {
  const locked = await tx
    .selectFrom('auth.sessions')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (locked) return locked
  const { rows } = await sql`select from auth.sessions where id = ${id}`.execute(tx)
  return rows.length > 0 ? sessionIsLocked : null
}
