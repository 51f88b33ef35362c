import { audit } from '#server/clinic/audit.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import type { FactorRow, Person } from '../rows.ts'
import { type AnyFactorType, secondStepMethods } from '../sessions/assurance.ts'
import { sessionLifeOf } from '../sessions/limits.ts'
import { grantOf, recordProof, type SessionGrant } from '../sessions/sessions.ts'

/** Ends earlier refresh tokens (docs/contracts/auth.md 3.6) and the person's other aal1 sessions. */
export async function stepUpSession(
  tx: Tx,
  auth: Auth,
  { user, session }: Person,
  factor: FactorRow,
): Promise<SessionGrant> {
  const now = auth.sessionClock.now()
  const method = secondStepMethods[factor.factor_type as AnyFactorType]
  await recordProof(tx, auth, { session_id: session.id, method, factor_id: factor.id })
  const steppedUp = await tx
    .updateTable('auth.sessions')
    .set((row) => ({
      refresh_counter: row('refresh_counter', '+', 2),
      refresh_floor: row('refresh_counter', '+', 2),
      updated_at: now,
    }))
    .where('id', '=', session.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await endLowSessions(tx, user.id)
  await audit(
    tx,
    'auth.verification_attempted',
    { type: 'user', id: user.id },
    {
      factor: factor.id,
      type: factor.factor_type,
      session: session.id,
      success: true,
    },
  )
  return grantOf(tx, user, steppedUp, await sessionLifeOf(tx, user.id, auth.settings))
}

async function endLowSessions(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('auth.sessions as s')
    .where('s.user_id', '=', userId)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('auth.session_methods as m')
            .select('m.method')
            .whereRef('m.session_id', '=', 's.id')
            .where('m.factor_id', 'is not', null),
        ),
      ),
    )
    .execute()
}
