import { AppError } from '#domain/errors.ts'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Whether the clinic has this patient, as an unmerged record (docs/decisions/0133). Role `system`: others see only the
 * patients they may read.
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

/** @throws AppError `not_found` */
export async function requirePatientOf(tx: Tx, clinicId: string, patientId: string): Promise<void> {
  if (!(await isPatientOf(tx, clinicId, patientId))) throw new AppError('not_found')
}
