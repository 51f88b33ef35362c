import type { Tx } from '#server/platform/database/transactions.ts'
import type { FactorRow } from '../rows.ts'

/** Oldest first. */
export async function factorsOf(tx: Tx, userId: string): Promise<FactorRow[]> {
  return tx
    .selectFrom('auth.mfa_factors')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
}
