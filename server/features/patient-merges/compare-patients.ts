import { AppError } from '#domain/errors.ts'
import { comparePatientsInput, type PatientComparison } from '#domain/patient-merges/patient-merges.ts'
import { dateIn } from '#domain/values/zones.ts'
import { action } from '#server/clinic/action.ts'
import { clinicZone } from '#server/clinic/clinic-zone.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { compareRecords } from './compare-records.ts'

/**
 * Returns a comparison of two patients' records, before a merge. Audits the read of both.
 * @throws AppError `not_found`, also for a merged record or the same one
 */
export const comparePatients = action({
  name: 'compare-patients',
  input: comparePatientsInput,
  access: 'patients:merge',
  system: 'holds, erasures and merged records are readable to no caller',
  async run(tx, ctx, { intoId, fromId }): Promise<PatientComparison> {
    if (intoId === fromId) throw new AppError('not_found')
    const { clinicId } = ctx
    const comparison = await asSystem(tx, async () => {
      await requirePatientOf(tx, clinicId, intoId)
      await requirePatientOf(tx, clinicId, fromId)
      const today = dateIn(ctx.now(), await clinicZone(tx, clinicId))
      return compareRecords(tx, { clinicId, intoId, fromId, today })
    })
    await recordRead(
      tx,
      ['patients', 'patient_details', 'patient_health', 'care_plans'],
      [intoId, fromId],
      'compare-patients',
    )
    return comparison
  },
})
