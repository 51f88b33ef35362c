import { type PatientMerge, personMergesInput } from '#domain/patient-merges/patient-merges.ts'
import { action } from '#server/clinic/action.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Returns the records that were merged into a patient's record, the last one first.
 * @throws AppError `not_found`
 */
export const personMerges = action({
  name: 'person-merges',
  input: personMergesInput,
  access: 'patients:merge',
  system: 'holds, erasures and merged records are readable to no caller',
  async run(tx, ctx, { patientId }): Promise<{ merges: PatientMerge[] }> {
    const merges = await asSystem(tx, async () => {
      await requirePatientOf(tx, ctx.clinicId, patientId)
      return tx
        .selectFrom('app.patient_merges as g')
        .innerJoin('patients as f', (join) =>
          join.onRef('f.clinic_id', '=', 'g.clinic_id').onRef('f.id', '=', 'g.from_patient_id'),
        )
        .select(['g.id', 'f.full_name as name', 'g.merged_at'])
        .select((row) =>
          row
            .selectFrom('appointments as a')
            .select((count) => count.fn.countAll<string>().as('visits'))
            .where('a.clinic_id', '=', ctx.clinicId)
            .whereRef('a.patient_id', '=', 'g.from_patient_id')
            .as('waiting'),
        )
        .where('g.clinic_id', '=', ctx.clinicId)
        .where('g.patient_id', '=', patientId)
        .where('g.undone_at', 'is', null)
        .orderBy('g.merged_at', 'desc')
        .orderBy('g.id')
        .execute()
    })
    await recordRead(tx, ['patients'], [patientId], 'person-merges')
    return {
      merges: merges.map(({ merged_at, waiting, ...merge }) => ({
        ...merge,
        mergedAt: merged_at.toISOString(),
        waitingVisits: Number(waiting ?? 0),
      })),
    }
  },
})
