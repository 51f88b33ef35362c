import { isDeepStrictEqual } from 'node:util'
import type { Selectable } from 'kysely'
import type { AuthMfaChallenges } from '#db/types.generated.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import type { AuthRequest } from '../http/request.ts'
import type { FactorRow } from '../rows.ts'

export type ChallengeRow = Selectable<AuthMfaChallenges>

/** @param asked the answer is checked against it; nothing for an authenticator app */
export async function insertChallenge(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  factor: FactorRow,
  asked: { id: string; code_hash?: Buffer; webauthn_challenge?: string },
): Promise<ChallengeRow> {
  const now = auth.sessionClock.now()
  await tx
    .updateTable('auth.mfa_factors')
    .set({ last_challenged_at: now })
    .where('id', '=', factor.id)
    .execute()
  return tx
    .insertInto('auth.mfa_challenges')
    .values({ ...asked, factor_id: factor.id, ip: request.address, created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Unix seconds. */
export function expiryOf(challenge: ChallengeRow, { settings }: Pick<Auth, 'settings'>): number {
  return Math.floor(challenge.created_at.getTime() / 1000) + settings.challengeSeconds
}

/**
 * @throws AuthError 422 `mfa_factor_not_found`, `mfa_ip_address_mismatch`, `mfa_challenge_expired` (docs/contracts/auth.md
 * 3.6), the last also after `codeTries` wrong answers (docs/contracts/auth.md D2)
 */
export async function requireChallenge(
  tx: Tx,
  auth: Auth,
  request: AuthRequest,
  { factor, id }: { factor: FactorRow; id: string },
): Promise<ChallengeRow> {
  const challenge = await tx
    .selectFrom('auth.mfa_challenges')
    .selectAll()
    .where('id', '=', id)
    .where('factor_id', '=', factor.id)
    .executeTakeFirst()
  if (!challenge) {
    throw new AuthError(422, 'mfa_factor_not_found', 'MFA factor with the provided challenge ID not found')
  }
  if (challenge.verified_at || !isDeepStrictEqual(challenge.ip, request.address)) {
    throw new AuthError(422, 'mfa_ip_address_mismatch', 'Challenge and verify IP addresses mismatch.')
  }
  const isExpired = expiryOf(challenge, auth) * 1000 <= auth.sessionClock.now().getTime()
  if (isExpired || challenge.wrong_tries >= auth.settings.codeTries) {
    throw new AuthError(
      422,
      'mfa_challenge_expired',
      `MFA challenge ${challenge.id} has expired, verify against another challenge or create a new challenge.`,
    )
  }
  return challenge
}

export async function countWrongAnswer(tx: Tx, challenge: ChallengeRow): Promise<void> {
  await tx
    .updateTable('auth.mfa_challenges')
    .set((row) => ({ wrong_tries: row('wrong_tries', '+', 1) }))
    .where('id', '=', challenge.id)
    .execute()
}

export async function closeChallenge(tx: Tx, auth: Auth, challenge: ChallengeRow): Promise<void> {
  await tx
    .updateTable('auth.mfa_challenges')
    .set({ verified_at: auth.sessionClock.now() })
    .where('id', '=', challenge.id)
    .execute()
}
