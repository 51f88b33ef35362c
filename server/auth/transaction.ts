import { sql } from 'kysely'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import { AuthError } from './errors.ts'

/** Marks an admin token's action in the audit trail; the token's role follows. */
export const adminKeyPurpose = 'admin-key:'

/**
 * Runs one step of an endpoint in a transaction as role `system`. A *thrown* AuthError rolls back. A *returned* one commits
 * the step's writes (a counted attempt, an ended session) and is thrown after the commit.
 */
export async function inTransaction<T>(
  { services }: { services: { transactions: Transactions } },
  request: { requestId: string; address: string | null; adminRole?: string },
  step: (tx: Tx) => Promise<T | AuthError>,
): Promise<Exclude<T, AuthError>> {
  const { adminRole } = request
  const purpose = adminRole ? `${adminKeyPurpose}${adminRole}` : 'sign-in'
  const outcome = await services.transactions.withSystem(purpose, step, request)
  if (outcome instanceof AuthError) throw outcome
  return outcome as Exclude<T, AuthError>
}

/** Names this person as the actor in the audit trail for the rest of the transaction. */
export async function actAs(tx: Tx, userId: string): Promise<void> {
  // the first field of the setting; the server itself has no other
  await sql`select set_config('app.caller', ${userId}, true)`.execute(tx)
}
