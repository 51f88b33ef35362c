import { sql } from 'kysely'
import { type PatientLike, patientsLikeInput } from '#domain/patient-merges/duplicates.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Returns at most 3 patients with a similar name (any case and order, without accents) or the same email address, as a
 * hint before an invitation. Audits the reads, and a search without a match.
 */
export const patientsLike = action({
  name: 'patients-like',
  input: patientsLikeInput,
  access: 'patients:read',
  async run(tx, { clinicId }, { name, email }): Promise<{ patients: PatientLike[] }> {
    const { rows: similar } = await asSystem(tx, () =>
      sql<{ id: string; sameEmail: boolean }>`
        select patient_id as id, same_email as "sameEmail" from app.patients_like(${clinicId}::uuid, ${name}, ${email})`.execute(
        tx,
      ),
    )
    const { rows: patients } = await sql<PatientLike>`
      select p.id, p.full_name as name, l.same_email as "hasEmail"
        from unnest(${similar.map(({ id }) => id)}::uuid[], ${similar.map(({ sameEmail }) => sameEmail)}::boolean[]) l (id, same_email)
        join public.patients p on p.clinic_id = ${clinicId} and p.id = l.id
       order by l.same_email desc, p.full_name, p.id`.execute(tx)
    await recordRead(
      tx,
      ['patients'],
      patients.map(({ id }) => id),
      'patients-like',
    )
    return { patients }
  },
})
