import { sql } from 'kysely'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { AppError } from '#domain/errors.ts'
import { refuseInDemo } from '../platform/database/demo-request.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Requires that the person has proven in this session, within the last `freshProofMinutes`, who they are: by their second
 * step if they have one, else by what they sign in with (docs/decisions/0127). An action whose every call needs it declares
 * `asksFreshProof`; call it where only some do.
 *
 * @throws AppError `fresh_proof_required`; `demo_read_only`, because nothing of that kind can be done in a demo
 */
export async function requireFreshProof(tx: Tx): Promise<void> {
  refuseInDemo()
  const { rows } = await sql<{ is_fresh: boolean }>`
    select app.has_fresh_proof(${freshProofMinutes}::integer) as is_fresh`.execute(tx)
  if (!rows[0]?.is_fresh) throw new AppError('fresh_proof_required')
}
