import { AppError } from '#domain/errors.ts'
import { duplicatePairInput } from '#domain/patient-merges/duplicates.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { requirePatientOf } from '#server/clinic/patients.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Dismisses a suggested pair of duplicate records, so that it is no longer suggested. Idempotent.
 * @throws AppError `not_found`, also for a merged record or the same one
 */
export const dismissDuplicates = action({
  name: 'dismiss-duplicates',
  input: duplicatePairInput,
  access: 'patients:merge',
  async run(tx, ctx, { patientId, otherId }): Promise<{ success: true }> {
    const pair = await requirePair(tx, ctx, patientId, otherId)
    return asSystem(tx, async () => {
      const { numInsertedOrUpdatedRows: written } = await tx
        .insertInto('app.dismissed_duplicates')
        .values({ ...pair, dismissed_at: ctx.now(), dismissed_by: ctx.userId })
        .onConflict((taken) => taken.doNothing())
        .executeTakeFirst()
      if (written) await auditPatients(tx, 'patient.told_apart', [pair.patient_id, pair.other_patient_id])
      return { success: true }
    })
  },
})

/**
 * Restores a dismissed pair of duplicate records, so that it is suggested again. Idempotent.
 * @throws AppError `not_found`
 */
export const restoreDuplicates = action({
  name: 'restore-duplicates',
  input: duplicatePairInput,
  access: 'patients:merge',
  async run(tx, ctx, { patientId, otherId }): Promise<{ success: true }> {
    const pair = await requirePair(tx, ctx, patientId, otherId)
    return asSystem(tx, async () => {
      const { numDeletedRows: gone } = await tx
        .deleteFrom('app.dismissed_duplicates')
        .where('clinic_id', '=', pair.clinic_id)
        .where('patient_id', '=', pair.patient_id)
        .where('other_patient_id', '=', pair.other_patient_id)
        .executeTakeFirst()
      if (gone) await auditPatients(tx, 'patient.compared_again', [pair.patient_id, pair.other_patient_id])
      return { success: true }
    })
  },
})

async function requirePair(tx: Tx, { clinicId }: Pick<ClinicCtx, 'clinicId'>, one: string, other: string) {
  if (one === other) throw new AppError('not_found')
  await requirePatientOf(tx, clinicId, one)
  await requirePatientOf(tx, clinicId, other)
  // as Postgres orders uuids
  const [first, second] = [one.toLowerCase(), other.toLowerCase()].sort() as [string, string]
  return { clinic_id: clinicId, patient_id: first, other_patient_id: second }
}
