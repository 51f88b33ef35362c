import { AppError } from '#domain/errors.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Whether the clinic has this patient; a record that was merged into another is none any more (docs/decisions/0133). For
 * the system's transactions: others see only the patients they may read.
 */
export async function isPatientOf(tx: Tx, clinicId: string, patientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .where('merged_into', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws AppError `not_found` for an unknown patient and another clinic's, alike */
export async function requirePatientOf(tx: Tx, clinicId: string, patientId: string): Promise<void> {
  if (!(await isPatientOf(tx, clinicId, patientId))) throw new AppError('not_found')
}
