import { sql } from 'kysely'
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
    const savedAt = ctx.now()
    const changed = JSON.stringify(answersOf(request.fields, answers))
    return asSystem(tx, async () => {
      const saved = await tx
        .updateTable('form_requests')
        .set({
          // the latest ones: an upload that is complete changes them without a lock on the record
          answers: sql`answers || ${changed}::jsonb`,
          version: sql`version + 1`,
          started_at: request.startedAt ?? savedAt,
          saved_at: savedAt,
        })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', requestId)
        .where('withdrawn_at', 'is', null)
        .returning('version')
        .executeTakeFirst()
      if (!saved) throw new AppError('form_withdrawn')
      return { version: saved.version, savedAt: savedAt.toISOString() }
    })
  },
})
