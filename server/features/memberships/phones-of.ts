import { formatPhone, phoneCountry } from '#domain/values/phones.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The phone numbers of patients as the clinic writes them, in the caller's role. Formatted here, because the rules of
 * all countries are larger than a page.
 */
export async function phonesOf(
  tx: Tx,
  clinicId: string,
  patientIds: readonly string[],
): Promise<Map<string, string>> {
  if (patientIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('patient_details as d')
    .innerJoin('clinics as c', 'c.id', 'd.clinic_id')
    .select(['d.patient_id', 'd.phone', 'c.currency'])
    .where('d.clinic_id', '=', clinicId)
    .where('d.patient_id', 'in', [...patientIds])
    .where('d.phone', 'is not', null)
    .execute()
  return new Map(
    rows.map(({ patient_id, phone, currency }) => [
      patient_id,
      formatPhone(phone ?? '', phoneCountry(currency)),
    ]),
  )
}
