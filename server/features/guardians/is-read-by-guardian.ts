import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether a guardian with full access reads the patient's messages today. Role `system`. */
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
