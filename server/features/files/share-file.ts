import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { shareFileInput } from '#domain/files/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Shares a file with the patient it is about and notifies the patient, or stops sharing it. Idempotent.
 * @throws AppError `not_allowed`, `second_step_required` by `files:write`; `not_found`
 */
export const shareFile = action({
  name: 'share-file',
  input: shareFileInput,
  access: 'files:write',
  run: (tx, ctx, { fileId, isShared }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const file = await tx
        .selectFrom('patient_files')
        .select(['patient_id', 'shared_at'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('file_id', '=', fileId)
        .where('kind', '=', 'person_file')
        .where('attached_at', 'is not', null)
        .forUpdate()
        .executeTakeFirst()
      if (!file) throw new AppError('not_found')
      if ((file.shared_at !== null) === isShared) return { success: true }
      await tx
        .updateTable('patient_files')
        .set({ shared_at: isShared ? ctx.now() : null })
        .where('clinic_id', '=', ctx.clinicId)
        .where('file_id', '=', fileId)
        .execute()
      const recorded = isShared
        ? sql`select app.write_audit('file.shared', 'file', ${fileId}, '{}', ${ctx.clinicId}::uuid,
            array[${file.patient_id}::uuid], null)`
        : sql`select app.write_audit('file.unshared', 'file', ${fileId}, '{}', ${ctx.clinicId}::uuid,
            array[${file.patient_id}::uuid], null)`
      await recorded.execute(tx)
      if (isShared)
        await ctx.notices.notifyPatient(tx, {
          clinicId: ctx.clinicId,
          patientId: file.patient_id,
          about: 'update',
          key: `file:${fileId}`,
        })
      return { success: true }
    }),
})
