import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether somebody with full access reads a patient's messages for them today. Role `system`. */
export async function isReadByGuardian(tx: Tx, clinicId: string, patientId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('app.live_guardians')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('level', '=', 'full')
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
