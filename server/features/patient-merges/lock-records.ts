import { AppError } from '#domain/errors.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks two patients' records, always in one order: whoever merges the same ones waits, and so does what refers to them. Role
 * `system`.
 *
 * @throws AppError `not_found` unless both are the clinic's, differ, and stand
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
