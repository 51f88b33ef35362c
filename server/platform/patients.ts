import { AppError } from '#domain/errors.ts'
import type { Tx } from './database/transactions.ts'

/** Whether the clinic has this patient. For the system's transactions: others see only the patients they may read. */
export async function isPatientOf(tx: Tx, clinicId: string, patientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', patientId)
    .executeTakeFirst()
  return row !== undefined
}

/** @throws AppError `not_found` for an unknown patient and another clinic's, alike */
export async function requirePatientOf(tx: Tx, clinicId: string, patientId: string): Promise<void> {
  if (!(await isPatientOf(tx, clinicId, patientId))) throw new AppError('not_found')
}
