import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { fileIdInput } from '#domain/files/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Deletes a clinic's file about a patient, except one sent with a message.
 * @throws AppError `not_allowed`, `second_step_required` by `files:write`; `not_found`
 */
export const removeFile = action({
  name: 'remove-file',
  input: fileIdInput,
  access: 'files:write',
  async run(tx, ctx, { fileId }): Promise<{ removed: true }> {
    const file = await tx
      .selectFrom('patient_files')
      .select('patient_id')
      .where('clinic_id', '=', ctx.clinicId)
      .where('file_id', '=', fileId)
      .where('kind', '=', 'person_file')
      .executeTakeFirst()
    if (!file) throw new AppError('not_found')
    return asSystem(tx, async () => {
      await ctx.files.remove(tx, ctx.clinicId, fileId)
      await sql`select app.write_audit('file.removed', 'file', ${fileId}, '{}', ${ctx.clinicId}::uuid,
        array[${file.patient_id}::uuid], null)`.execute(tx)
      return { removed: true }
    })
  },
})
