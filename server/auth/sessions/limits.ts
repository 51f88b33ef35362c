import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { AuthSettings, SessionLife } from '../context/settings.ts'

export interface SessionTimes {
  created_at: Date
  refreshed_at: Date | null
  not_after: Date | null
}

export interface LimitedLife extends SessionLife {
  /** For people who have a second factor and have not used it; null: no such limit. */
  lowAssuranceSeconds: number | null
}

/**
 * docs/contracts/auth.md 5. Members of any clinic's team have the short limits everywhere, because a session is not bound to
 * a clinic.
 */
export async function sessionLifeOf(tx: Tx, userId: string, settings: AuthSettings): Promise<LimitedLife> {
  const { rows: team } = await sql`
    select from app.memberships_of(${userId}::uuid) m
     where m.status = 'active' and m.role in ('admin', 'staff', 'member') limit 1`.execute(tx)
  const life = team.length > 0 ? settings.sessions.team : settings.sessions.patient
  return { ...life, lowAssuranceSeconds: settings.lowAssuranceSeconds }
}

/** Why a session has ended, or null. */
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

/** docs/contracts/auth.md 5 */
export function isPastLowAssurance(session: SessionTimes, life: LimitedLife, now: Date): boolean {
  return (
    life.lowAssuranceSeconds !== null && secondsBetween(session.created_at, now) > life.lowAssuranceSeconds
  )
}

/** For installations that allow only the newest session. */
export async function hasNewerSession(
  tx: Tx,
  session: { id: string; user_id: string; created_at: Date },
): Promise<boolean> {
  const newer = await tx
    .selectFrom('auth.sessions')
    .select('id')
    .where('user_id', '=', session.user_id)
    .where('id', '!=', session.id)
    .where('created_at', '>', session.created_at)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

/** Never past the end of the token's session. */
export function accessTokenSecondsOf(session: SessionTimes, life: LimitedLife, isLow: boolean): number {
  const madeAt = session.refreshed_at ?? session.created_at
  const age = secondsBetween(session.created_at, madeAt)
  const left = [life.accessTokenSeconds, life.timeboxSeconds - age]
  if (session.not_after) left.push(secondsBetween(madeAt, session.not_after))
  if (isLow && life.lowAssuranceSeconds !== null) left.push(life.lowAssuranceSeconds - age)
  return Math.max(1, Math.floor(Math.min(...left)))
}

function secondsBetween(earlier: Date, later: Date): number {
  return (later.getTime() - earlier.getTime()) / 1000
}
