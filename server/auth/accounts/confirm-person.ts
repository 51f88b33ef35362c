import { sql } from 'kysely'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { AppError } from '#domain/errors.ts'
import { audit } from '#server/clinic/audit.ts'
import type { Caller, Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { clearWrongPasswords, requireProofNow } from '../passwords/fresh-proof.ts'
import { lockUser } from '../people/users.ts'
import type { Person } from '../rows.ts'
import { loadPerson } from '../sessions/bearer.ts'
import { recordProof } from '../sessions/sessions.ts'
import { actAs, inTransaction } from '../transaction.ts'

/** Implements `Accounts.confirmPerson` for sessions without a second step (docs/decisions/0127). */
export async function confirmPerson(
  auth: Pick<Auth, 'services' | 'settings' | 'hasher' | 'sessionClock'>,
  caller: Caller,
  given: { currentPassword: string; nonce: string },
): Promise<void> {
  const claims = { sub: caller.userId ?? '', session_id: caller.sessionId ?? '' }
  const person = await inTransaction(auth, caller, async (tx) => {
    const found = await loadPerson(tx, auth, claims)
    // POST /factors/{id}/verify renews the proof of the others
    if (await provesBySecondStep(tx, found)) throw new AppError('not_allowed')
    return found
  })
  const method = await requireProofNow(auth, caller, person, given).catch(async (error: unknown) => {
    await inTransaction(auth, caller, (tx) => recordAttempt(tx, person, { success: false }))
    throw error
  })
  await inTransaction(auth, caller, async (tx) => {
    const current = await lockUser(tx, person.user.id)
    if (current?.password_hash !== person.user.password_hash) {
      throw new AuthError(409, 'conflict', 'The password was changed by another request')
    }
    await loadPerson(tx, auth, claims)
    await recordProof(tx, auth, { session_id: person.session.id, method })
    await clearWrongPasswords(tx, person.user.id)
    await recordAttempt(tx, person, { type: method, success: true })
  })
}

/** A factor added after the proof expired does not count. */
async function provesBySecondStep(tx: Tx, { session }: Person): Promise<boolean> {
  const { rows } = await sql`
    select app.proving_factors(${session.id}::uuid, ${freshProofMinutes}::integer)`.execute(tx)
  return rows.length > 0
}

async function recordAttempt(
  tx: Tx,
  { user, session }: Person,
  attempt: { type?: string; success: boolean },
): Promise<void> {
  await actAs(tx, user.id)
  await audit(
    tx,
    'auth.verification_attempted',
    { type: 'user', id: user.id },
    { session: session.id, ...attempt },
  )
}
