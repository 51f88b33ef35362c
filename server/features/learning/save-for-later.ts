import { saveForLaterInput } from '#domain/learning/learning.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord, requireOwnRecord } from '#server/clinic/own-record.ts'
import { requireReadable } from './readable.ts'

/**
 * Adds content to the patient's list for later, or removes it.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`, `not_found`
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
