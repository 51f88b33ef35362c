import { sql } from 'kysely'
import { type PatientMerge, personMergesInput } from '#domain/patient-merges/patient-merges.ts'
import type { PatientSplit } from '#domain/patient-merges/splits.ts'
import { action } from '#server/platform/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { requirePatientOf } from '#server/platform/patients.ts'
import { recordRead } from '#server/platform/record-read.ts'

/**
 * The records that have become part of a patient's, and what has moved between it and others, the last one first.
 *
 * @throws AppError `not_found` for an unknown patient and another clinic's, alike
 */
export const personMerges = action({
  name: 'person-merges',
  input: personMergesInput,
  access: 'patients:merge',
  async run(tx, ctx, { patientId }): Promise<{ merges: PatientMerge[]; splits: PatientSplit[] }> {
    const { merges, splits } = await asSystem(tx, async () => {
      await requirePatientOf(tx, ctx.clinicId, patientId)
      const merges = await tx
        .selectFrom('app.patient_merges as g')
        .innerJoin('patients as f', (join) =>
          join.onRef('f.clinic_id', '=', 'g.clinic_id').onRef('f.id', '=', 'g.from_patient_id'),
        )
        .select(['g.id', 'f.full_name as name', 'g.merged_at'])
        .select((row) =>
          row
            .selectFrom('appointments as a')
            .select((count) => count.fn.countAll<string>().as('visits'))
            .whereRef('a.clinic_id', '=', 'g.clinic_id')
            .whereRef('a.patient_id', '=', 'g.from_patient_id')
            .as('waiting'),
        )
        .where('g.clinic_id', '=', ctx.clinicId)
        .where('g.patient_id', '=', patientId)
        .where('g.undone_at', 'is', null)
        .orderBy('g.merged_at', 'desc')
        .orderBy('g.id')
        .execute()
      return { merges, splits: await splitsOf(tx, ctx.clinicId, patientId) }
    })
    await recordRead(tx, ['patients'], [patientId], 'person-merges')
    return {
      merges: merges.map(({ merged_at, waiting, ...merge }) => ({
        ...merge,
        mergedAt: merged_at.toISOString(),
        waitingVisits: Number(waiting ?? 0),
      })),
      splits,
    }
  },
})

/** What can be taken back: both records stand. */
async function splitsOf(tx: Tx, clinicId: string, patientId: string): Promise<PatientSplit[]> {
  const { rows } = await sql<Omit<PatientSplit, 'splitAt'> & { splitAt: Date }>`
    select x.id, x.patient_id = ${patientId} as went, jsonb_build_object('id', o.id, 'name', o.full_name) as other,
           x.split_at as "splitAt",
           x.items
      from app.patient_splits x
      join public.patients o on o.clinic_id = x.clinic_id
       and o.id = case when x.patient_id = ${patientId} then x.into_patient_id else x.patient_id end and o.merged_into is null
     where x.clinic_id = ${clinicId} and ${patientId} in (x.patient_id, x.into_patient_id) and x.undone_at is null
     order by x.split_at desc, x.id`.execute(tx)
  return rows.map(({ splitAt, ...split }) => ({ ...split, splitAt: splitAt.toISOString() }))
}
