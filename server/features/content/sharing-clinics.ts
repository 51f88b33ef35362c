import type { Tx } from '#server/platform/database/transactions.ts'

/** The clinics whose library a clinic may copy from, by name. Role `system`. */
export function sharingClinics(tx: Tx, withClinicId: string): Promise<{ clinicId: string; name: string }[]> {
  return tx
    .selectFrom('content_library_shares as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.clinic_id as clinicId', 'c.name'])
    .where('s.with_clinic_id', '=', withClinicId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}
