import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks two records in a fixed order; other merges and new references wait. Role `system`.
 * @throws AppError `not_found` unless both are the clinic's, different and unmerged
 */
export async function lockRecords(tx: Tx, clinicId: string, ids: readonly [string, string]): Promise<void> {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', 'in', [...ids])
    .where('merged_into', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  if (rows.length < 2) throw new AppError('not_found')
}
