import { sql } from 'kysely'
import type { SimilarPatient } from '#domain/patients/patient-entry.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** E.164, YYYY-MM-DD; null if unknown. */
export interface EnteredPerson {
  name: string
  email: string | null
  phone: string | null
  bornOn: string | null
}

/**
 * Returns at most 3 patients of the clinic who may be this person: with the same name, unless the birthdays differ, or
 * with the same birthday and the same phone number or address. A family that shares an address is not similar. Role
 * `system`.
 */
export async function similarPatients(
  tx: Tx,
  clinicId: string,
  { name, email, phone, bornOn }: EnteredPerson,
): Promise<SimilarPatient[]> {
  const { rows } = await sql<SimilarPatient>`
    with found as (
      select p.id from public.patients p
       where p.clinic_id = ${clinicId} and p.merged_into is null and app.name_key(p.full_name) = nullif(app.name_key(${name}), '')
      union
      select p.id from public.patients p
       where p.clinic_id = ${clinicId} and p.merged_into is null and p.email = ${email}
      union
      select d.patient_id from public.patient_details d where d.clinic_id = ${clinicId} and d.phone = ${phone})
    select p.id, p.full_name as name, d.date_of_birth::text as "bornOn", p.user_id is not null as "hasAccount"
      from found f
      join public.patients p on p.clinic_id = ${clinicId} and p.id = f.id and p.merged_into is null
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     where (app.name_key(p.full_name) = app.name_key(${name}) and coalesce(d.date_of_birth = ${bornOn}::date, true)
            or d.date_of_birth = ${bornOn}::date)
       and not exists (select 1 from app.erasures e where e.clinic_id = p.clinic_id and e.patient_id = p.id)
     order by app.name_key(p.full_name) = app.name_key(${name}) desc, p.full_name, p.id limit 3`.execute(tx)
  return rows
}
