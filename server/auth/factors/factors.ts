import type { Insertable } from 'kysely'
import type { AuthMfaFactors } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { isUuid } from '../http/is-uuid.ts'
import { factorsOf } from '../people/factors-of.ts'
import { requireProvenAddress } from '../people/users.ts'
import type { FactorRow, Person } from '../rows.ts'
import { lacksSecondStep } from '../sessions/assurance.ts'

export const factorNotFound = (message = 'Factor not found') =>
  new AuthError(404, 'mfa_factor_not_found', message)

/**
 * @throws AuthError 404 `validation_failed` for a malformed id, 404 `mfa_factor_not_found` for an unknown one and for
 * another person's
 */
export async function requireFactor(tx: Tx, userId: string, id: string): Promise<FactorRow> {
  if (!isUuid(id)) throw new AuthError(404, 'validation_failed', 'factor_id must be an UUID')
  const factor = await tx
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  if (!factor) throw factorNotFound()
  return factor
}

/**
 * docs/contracts/auth.md 3.6. First deletes unverified factors that were never challenged within `factorSeconds`.
 * @throws AuthError 422 `email_not_confirmed`: a stranger's factor would lock the owner of the address out
 * @throws AuthError 422 `mfa_factor_name_conflict`, `too_many_enrolled_mfa_factors`, 403 `insufficient_aal`
 */
export async function requireRoomForFactor(
  tx: Tx,
  auth: Auth,
  { user, session }: Person,
  friendlyName: string,
): Promise<void> {
  requireProvenAddress(user)
  const now = auth.sessionClock.now()
  await tx
    .deleteFrom('auth.mfa_factors as f')
    .where('f.user_id', '=', user.id)
    .where('f.status', '=', 'unverified')
    .where('f.created_at', '<', new Date(now.getTime() - auth.settings.factorSeconds * 1000))
    .where((row) =>
      row.not(
        row.exists(
          row.selectFrom('auth.mfa_challenges as c').select('c.id').whereRef('c.factor_id', '=', 'f.id'),
        ),
      ),
    )
    .execute()
  const factors = await factorsOf(tx, user.id)
  if (factors.some((factor) => factor.friendly_name === friendlyName)) {
    throw new AuthError(
      422,
      'mfa_factor_name_conflict',
      `A factor with the friendly name ${JSON.stringify(friendlyName)} for this user already exists`,
    )
  }
  if (factors.length >= auth.settings.maxFactors) {
    throw new AuthError(
      422,
      'too_many_enrolled_mfa_factors',
      'Maximum number of verified factors reached, unenroll to continue',
    )
  }
  if (await lacksSecondStep(tx, { userId: user.id, sessionId: session.id })) {
    throw new AuthError(403, 'insufficient_aal', 'AAL2 required to enroll a new factor')
  }
}

export async function insertFactor(
  tx: Tx,
  auth: Auth,
  factor: Omit<Insertable<AuthMfaFactors>, 'created_at' | 'updated_at'>,
): Promise<FactorRow> {
  const now = auth.sessionClock.now()
  return tx
    .insertInto('auth.mfa_factors')
    .values({ ...factor, created_at: now, updated_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function removeAllFactors(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.mfa_factors').where('user_id', '=', userId).execute()
}

/** Returns sessions that the factor stepped up to aal1. Also removes the recovery codes if it is the last factor. */
export async function removeFactor(tx: Tx, factor: FactorRow): Promise<void> {
  await tx.deleteFrom('auth.mfa_factors').where('id', '=', factor.id).execute()
  const remaining = await factorsOf(tx, factor.user_id)
  const isProtected = remaining.some(
    (other) => other.status === 'verified' && other.factor_type !== 'recovery_code',
  )
  if (isProtected) return
  await tx
    .deleteFrom('auth.mfa_factors')
    .where('user_id', '=', factor.user_id)
    .where('factor_type', '=', 'recovery_code')
    .execute()
}
