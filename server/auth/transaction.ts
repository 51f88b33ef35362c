import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { Auth } from './context/auth.ts'
import { AuthError } from './errors.ts'
import type { AuthRequest } from './http/request.ts'

/**
 * Runs one step of an endpoint in a transaction of the auth service.
 *
 * A refusal that is *thrown* undoes what the step wrote. One that is *returned* keeps it (a wrong try that
 * must count, a session that must end) and is thrown after the commit.
 */
export async function inTransaction<T>(
  auth: Auth,
  request: AuthRequest,
  step: (tx: Tx) => Promise<T | AuthError>,
): Promise<Exclude<T, AuthError>> {
  const outcome = await auth.services.transactions.withSystem('sign-in', step, request)
  if (outcome instanceof AuthError) throw outcome
  return outcome as Exclude<T, AuthError>
}

/** From here on the audit trail names this person as the one who acts. */
export async function actAs(tx: Tx, userId: string): Promise<void> {
  await sql`select set_config('app.user_id', ${userId}, true)`.execute(tx)
}

/** Runs a step again when somebody took the same address at the same moment: the second time it is known. */
export async function onceMoreIfTaken<T>(step: () => Promise<T>): Promise<T> {
  try {
    return await step()
  } catch (error) {
    if ((error as { code?: unknown }).code !== '23505') throw error
    return step()
  }
}
