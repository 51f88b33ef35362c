import { sql } from 'kysely'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { AppError } from '#domain/errors.ts'
import { refuseInDemo } from '../platform/database/demo-request.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Requires a proof of identity in this session within the last `freshProofMinutes`: by the second step if the user has
 * one, else by the sign-in method (docs/decisions/0127). For actions where only some calls need it; others declare
 * `asksFreshProof`.
 * @throws AppError `fresh_proof_required`; `demo_read_only` in a demo
 */
export async function requireFreshProof(tx: Tx): Promise<void> {
  refuseInDemo()
  const { rows } = await sql<{ is_fresh: boolean }>`
    select app.has_fresh_proof(${freshProofMinutes}::integer) as is_fresh`.execute(tx)
  if (!rows[0]?.is_fresh) throw new AppError('fresh_proof_required')
}
