import { AppError } from '#domain/errors.ts'
import type { SavedDraft } from '#domain/forms/forms.ts'
import { saveAnswersInput } from '#domain/forms/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { lockOwnRecord } from '#server/clinic/own-record.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { answersOf, ownRequest } from './own-request.ts'

/**
 * Saves the changed answers of a form that is being filled in; the others stay. Repeating a save changes nothing.
 * @throws AppError `not_allowed` unless a patient or a guardian with full access; `email_not_confirmed`,
 * `second_step_required`, `not_found`, `form_signed`, `form_withdrawn`
 */
export const saveAnswers = action({
  name: 'save-answers',
  input: saveAnswersInput,
  access: 'signed-in',
  guardians: 'full',
  async run(tx, ctx, { requestId, answers }): Promise<SavedDraft> {
    const { clinicId } = ctx
    const { patientId } = await lockOwnRecord(tx, ctx)
    const request = await ownRequest(tx, clinicId, patientId, requestId)
    if (request.signedAt) throw new AppError('form_signed')
    const version = request.version + 1
    const savedAt = ctx.now()
    const merged = { ...request.answers, ...answersOf(request.fields, answers) }
    return asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('form_requests')
        .set({
          answers: JSON.stringify(merged),
          version,
          started_at: request.startedAt ?? savedAt,
          saved_at: savedAt,
        })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', requestId)
        .where('withdrawn_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('form_withdrawn')
      return { version, savedAt: savedAt.toISOString() }
    })
  },
})
