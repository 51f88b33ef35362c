import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Records that a patient who came of age has confirmed their consents; no effect if none is pending
 * (docs/decisions/0101).
 */
export async function settleAskedAnew(tx: Tx, clinicId: string, patientId: string): Promise<void> {
  await tx
    .updateTable('contact_preferences')
    .set({ asked_anew_at: null })
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .where('asked_anew_at', 'is not', null)
    .execute()
}
