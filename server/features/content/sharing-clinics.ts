import { sql } from 'kysely'
import { clinicsWith } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The clinics whose library a clinic may copy from, by name. Role `system`. */
export async function sharingClinics(
  tx: Tx,
  withClinicId: string,
): Promise<{ clinicId: string; name: string }[]> {
  const clinics = await clinicsWith(tx, 'library', withClinicId)
  if (clinics.length === 0) return []
  return tx
    .selectFrom('content_library_shares as s')
    .innerJoin('clinics as c', 'c.id', 's.clinic_id')
    .select(['s.clinic_id as clinicId', 'c.name'])
    .where('s.clinic_id', '=', sql<string>`any (${clinics}::uuid[])`)
    .where('s.with_clinic_id', '=', withClinicId)
    .orderBy('c.name')
    .orderBy('c.id')
    .execute()
}
