import { AppError } from '#domain/errors.ts'
import { answerFeedbackInput } from '#domain/feedback/feedback.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Marks a patient's feedback as answered, or reopens it. Idempotent.
 * @throws AppError `not_found`; `feedback_open_already` if newer feedback of that patient and day is open
 */
export const answerFeedback = action({
  name: 'answer-feedback',
  input: answerFeedbackInput,
  access: 'feedback:write',
  run: (tx, ctx, { feedbackId, isAnswered }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId, userId } = ctx
      const feedback = await tx
        .selectFrom('feedback')
        .select(['patient_id', 'given_on', 'answered_at'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', feedbackId)
        .forUpdate()
        .executeTakeFirst()
      if (!feedback) throw new AppError('not_found')
      if ((feedback.answered_at !== null) === isAnswered) return { success: true }
      if (!isAnswered) {
        // the same lock as in `share-feedback`
        await tx
          .selectFrom('patients')
          .select('id')
          .where('clinic_id', '=', clinicId)
          .where('id', '=', feedback.patient_id)
          .forUpdate()
          .execute()
        const other = await tx
          .selectFrom('feedback')
          .select('id')
          .where('clinic_id', '=', clinicId)
          .where('patient_id', '=', feedback.patient_id)
          .where('given_on', '=', feedback.given_on)
          .where('answered_at', 'is', null)
          .executeTakeFirst()
        if (other) throw new AppError('feedback_open_already')
      }
      await tx
        .updateTable('feedback')
        .set({ answered_at: isAnswered ? ctx.now() : null, answered_by: isAnswered ? userId : null })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', feedbackId)
        .execute()
      return { success: true }
    }),
})
