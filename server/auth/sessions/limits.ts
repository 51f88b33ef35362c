import type { Tx } from '#server/platform/doors.ts'
import type { AuthSettings, SessionLife } from '../settings.ts'

/** Times of a session that its limits are measured from. */
export interface SessionTimes {
  created_at: Date
  refreshed_at: Date | null
  not_after: Date | null
}

/**
 * The limits of a person's sessions (auth-contract.md section 5): whoever belongs to a clinic's team has the
 * short ones, in every clinic, because the session is one.
 */
export async function sessionLifeOf(tx: Tx, userId: string, settings: AuthSettings): Promise<SessionLife> {
  const team = await tx
    .selectFrom('clinic_memberships')
    .select('id')
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .where('role', 'in', ['admin', 'staff', 'member'])
    .limit(1)
    .executeTakeFirst()
  return team ? settings.sessions.team : settings.sessions.patient
}

/** Why a session is over, or null. */
export function sessionProblem(
  session: SessionTimes,
  life: SessionLife,
  now: Date,
): 'expired' | 'idle' | null {
  const ageSeconds = secondsBetween(session.created_at, now)
  if (ageSeconds > life.timeboxSeconds || (session.not_after && session.not_after <= now)) return 'expired'
  const idleSeconds = secondsBetween(session.refreshed_at ?? session.created_at, now)
  return idleSeconds > life.idleSeconds ? 'idle' : null
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000
}
