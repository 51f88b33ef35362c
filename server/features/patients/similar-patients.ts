import { sql } from 'kysely'
import type { SimilarPatient } from '#domain/patients/patient-entry.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/** E.164, YYYY-MM-DD; null if unknown. */
export interface EnteredPerson {
  name: string
  email: string | null
  phone: string | null
  bornOn: string | null
}

/** Returns at most 3 patients of the clinic who may be this person (`app.similar_patients`), as the caller reads them. */
export async function similarPatients(
  tx: Tx,
  clinicId: string,
  { name, email, phone, bornOn }: EnteredPerson,
): Promise<SimilarPatient[]> {
  const { rows: similar } = await asSystem(tx, () =>
    sql<{ id: string }>`
      select id from app.similar_patients(${clinicId}::uuid, ${name}, ${email}, ${phone}, ${bornOn}::date) id`.execute(
      tx,
    ),
  )
  const { rows } = await sql<SimilarPatient>`
    select p.id, p.full_name as name, d.date_of_birth::text as "bornOn", p.user_id is not null as "hasAccount"
      from unnest(${similar.map(({ id }) => id)}::uuid[]) with ordinality s (id, place)
      join public.patients p on p.clinic_id = ${clinicId} and p.id = s.id
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     order by s.place`.execute(tx)
  return rows
}

/** The same for many, by index, with whether the names are equal; those without a similar patient are absent. Role `system`. */
export async function similarToEach(
  tx: Tx,
  clinicId: string,
  people: readonly EnteredPerson[],
): Promise<Map<number, (SimilarPatient & { hasSameName: boolean })[]>> {
  const entered = JSON.stringify(
    people.map(({ name, email, phone, bornOn }, at) => ({ at, name, email, phone, bornOn })),
  )
  const { rows } = await sql<SimilarPatient & { at: number; hasSameName: boolean }>`
    select e.at, p.id, p.full_name as name, d.date_of_birth::text as "bornOn", p.user_id is not null as "hasAccount",
           app.name_key(p.full_name) = app.name_key(e.name) as "hasSameName"
      from jsonb_to_recordset(${entered}::jsonb) e (at integer, name text, email text, phone text, "bornOn" date)
     cross join lateral app.similar_patients(${clinicId}::uuid, e.name, e.email, e.phone, e."bornOn") with ordinality s (id, place)
      join public.patients p on p.clinic_id = ${clinicId} and p.id = s.id
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
     order by e.at, s.place`.execute(tx)
  const similar = new Map<number, (SimilarPatient & { hasSameName: boolean })[]>()
  for (const { at, ...patient } of rows) similar.set(at, [...(similar.get(at) ?? []), patient])
  return similar
}
