import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { removeFormFileInput } from '#domain/forms/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { ownRequest } from './own-request.ts'

/**
 * Deletes a file from a form that is being filled in.
 * @throws AppError `not_allowed` unless a patient or a guardian with full access; `email_not_confirmed`,
 * `second_step_required`; `not_found`, also for a file that is already gone; `form_signed`
 */
export const removeFormFile = action({
  name: 'remove-form-file',
  input: removeFormFileInput,
  access: 'signed-in',
  guardians: 'full',
  async run(tx, ctx, { fileId }): Promise<{ success: true }> {
    const { clinicId } = ctx
    const { patientId } = await lockOwnRecord(tx, ctx)
    const file = await tx
      .selectFrom('patient_files')
      .select('form_request_id')
      .where('clinic_id', '=', clinicId)
      .where('patient_id', '=', patientId)
      .where('file_id', '=', fileId)
      .executeTakeFirst()
    if (!file?.form_request_id) throw new AppError('not_found')
    const { signedAt } = await ownRequest(tx, clinicId, patientId, file.form_request_id)
    if (signedAt) throw new AppError('form_signed')
    return asSystem(tx, async () => {
      await ctx.files.remove(tx, clinicId, fileId)
      await sql`select app.write_audit('file.removed', 'file', ${fileId}, '{}', ${clinicId}::uuid,
        array[${patientId}::uuid], null)`.execute(tx)
      return { success: true }
    })
  },
})
