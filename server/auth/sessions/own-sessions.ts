import type { OwnSession } from '#domain/account/own-sessions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { AuthSettings } from '../context/settings.ts'
import { assuranceOf } from './assurance.ts'
import { deviceName } from './device.ts'
import { sessionLifeOf, sessionProblem } from './limits.ts'

/** The current one first, then by last use. */
export async function listOwnSessions(
  tx: Tx,
  settings: AuthSettings,
  { userId, currentId, now }: { userId: string; currentId: string; now: Date },
): Promise<OwnSession[]> {
  const life = await sessionLifeOf(tx, userId, settings)
  const rows = await tx.selectFrom('auth.sessions').selectAll().where('user_id', '=', userId).execute()
  const alive = rows.filter((row) => row.id === currentId || sessionProblem(row, life, now) === null)
  const lastUse = (row: (typeof rows)[number]) => row.refreshed_at ?? row.created_at
  alive.sort(
    (a, b) =>
      Number(b.id === currentId) - Number(a.id === currentId) ||
      lastUse(b).getTime() - lastUse(a).getTime() ||
      a.id.localeCompare(b.id, 'en-US'),
  )
  const methods = await tx
    .selectFrom('auth.session_methods')
    .select(['session_id', 'method'])
    .where(
      'session_id',
      'in',
      alive.map(({ id }) => id),
    )
    .execute()
  return alive.map((row) => ({
    id: row.id,
    created_at: row.created_at.toISOString(),
    last_used_at: lastUse(row).toISOString(),
    // Postgres may write an inet with its prefix length
    ip: row.ip?.split('/')[0] ?? null,
    user_agent: row.user_agent,
    device: deviceName(row.user_agent),
    aal: assuranceOf(methods.filter(({ session_id }) => session_id === row.id)),
    is_current: row.id === currentId,
  }))
}
