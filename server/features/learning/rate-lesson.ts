import { rateLessonInput } from '#domain/learning/learning.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord, requireOwnRecord } from '#server/clinic/own-record.ts'
import { requireReadable } from './readable.ts'

/**
 * Saves a patient's rating of content in stars, replacing an earlier one; the team reads averages only.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`, `not_found`
 */
export const rateLesson = action({
  name: 'rate-lesson',
  input: rateLessonInput,
  access: 'signed-in',
  async run(tx, ctx, { itemId, rating }): Promise<{ rating: number }> {
    requireOwnRecord(ctx)
    await requireReadable(tx, ctx.clinicId, itemId)
    return onOwnRecord(tx, ctx, async ({ patientId }) => {
      const at = ctx.now()
      await tx
        .insertInto('content_readings')
        .values({
          ...{ clinic_id: ctx.clinicId, patient_id: patientId, item_id: itemId },
          ...{ rating, rated_at: at, updated_at: at },
        })
        .onConflict((conflict) =>
          conflict.columns(['clinic_id', 'patient_id', 'item_id']).doUpdateSet({ rating, rated_at: at }),
        )
        .execute()
      return { rating }
    })
  },
})
