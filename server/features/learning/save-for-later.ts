import { saveForLaterInput } from '#domain/learning/learning.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord, requireOwnRecord } from '#server/clinic/own-record.ts'
import { requireReadable } from './readable.ts'

/**
 * Keeps something on the patient's own list for later, or takes it off.
 *
 * @throws AppError `not_allowed` for everybody but a patient of the clinic; `email_not_confirmed`, `second_step_required`
 * @throws AppError `not_found` for what the caller may not read
 */
export const saveForLater = action({
  name: 'save-for-later',
  input: saveForLaterInput,
  access: 'signed-in',
  async run(tx, ctx, { itemId, isSaved }): Promise<{ isSaved: boolean }> {
    requireOwnRecord(ctx)
    await requireReadable(tx, ctx.clinicId, itemId)
    return onOwnRecord(tx, ctx, async ({ patientId }) => {
      const at = ctx.now()
      const row = { saved_at: isSaved ? at : null, updated_at: at }
      await tx
        .insertInto('content_readings')
        .values({ clinic_id: ctx.clinicId, patient_id: patientId, item_id: itemId, ...row })
        .onConflict((conflict) =>
          conflict.columns(['clinic_id', 'patient_id', 'item_id']).doUpdateSet({ saved_at: row.saved_at }),
        )
        .execute()
      return { isSaved }
    })
  },
})
