import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { undoSplitInput } from '#domain/patient-merges/splits.ts'
import { action } from '#server/platform/action.ts'
import { auditPatients } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockRecords } from './lock-records.ts'
import { tellOfChange } from './tell-of-change.ts'

/**
 * Takes a split back: what went comes back, what was written since stays. A record that was made for it and holds nothing else
 * disappears.
 *
 * @throws AppError `not_found` for an unknown split, one that was taken back, one of which a record has become part of another
 * since, and another clinic's, alike
 */
export const undoSplit = action({
  name: 'undo-split',
  input: undoSplitInput,
  access: 'patients:merge',
  run: (tx, ctx, { splitId }): Promise<{ patientId: string }> =>
    asSystem(tx, async () => {
      const { clinicId } = ctx
      const split = await tx
        .selectFrom('app.patient_splits')
        .select(['patient_id as patientId', 'into_patient_id as intoId'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', splitId)
        .where('undone_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!split) throw new AppError('not_found')
      await lockRecords(tx, clinicId, [split.patientId, split.intoId])
      await sql`select app.undo_split(${clinicId}::uuid, ${splitId}::uuid, ${ctx.userId}::uuid, ${ctx.now()})`.execute(
        tx,
      )
      await auditPatients(tx, 'patient.split_undone', [split.patientId, split.intoId], { into: split.intoId })
      await tellOfChange(tx, ctx, 'record_split_undone', {
        key: splitId,
        patientIds: [split.patientId, split.intoId],
      })
      return { patientId: split.patientId }
    }),
})
