import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { partPatientsInput } from '#domain/patient-merges/patient-merges.ts'
import { action } from '#server/clinic/action.ts'
import { auditPatients } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { notifyOfChange } from './notify-of-change.ts'

/**
 * Undoes a merge of two records: entries of the emptied record return to it, later ones stay.
 * @throws AppError `not_found`, also if undone, or if the record was merged into a third
 */
export const partPatients = action({
  name: 'part-patients',
  input: partPatientsInput,
  access: 'patients:merge',
  run: (tx, ctx, { mergeId }): Promise<{ patientId: string }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const merge = await tx
        .selectFrom('app.patient_merges as g')
        .innerJoin('patients as p', (join) =>
          join.onRef('p.clinic_id', '=', 'g.clinic_id').onRef('p.id', '=', 'g.patient_id'),
        )
        .select(['g.patient_id as intoId', 'g.from_patient_id as fromId'])
        .where('g.clinic_id', '=', clinicId)
        .where('g.id', '=', mergeId)
        .where('g.undone_at', 'is', null)
        .where('p.merged_into', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!merge) throw new AppError('not_found')
      await sql`select app.part_patients(${clinicId}::uuid, ${mergeId}::uuid, ${ctx.userId}::uuid, ${ctx.now()})`.execute(
        tx,
      )
      await auditPatients(tx, 'patient.parted', [merge.intoId, merge.fromId], { from: merge.fromId })
      await notifyOfChange(tx, ctx, 'records_parted', {
        key: mergeId,
        patientIds: [merge.intoId, merge.fromId],
      })
      return { patientId: merge.fromId }
    }),
})
