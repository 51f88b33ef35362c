import { AppError } from '#domain/errors.ts'
import { completeLessonInput } from '#domain/learning/learning.ts'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord, requireOwnRecord } from '#server/clinic/own-record.ts'
import { requireReadable } from './readable.ts'
import { bodyOf, complete, hasSeen } from './reading-place.ts'

/**
 * Marks content that the patient has seen as completed, with its assignments (docs/domain-rules.md rule 43).
 * Idempotent.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 * @throws AppError `not_found`; `lesson_not_seen` while too little was seen
 */
export const completeLesson = action({
  name: 'complete-lesson',
  input: completeLessonInput,
  access: 'signed-in',
  async run(tx, ctx, { itemId }): Promise<{ success: true }> {
    const patientId = requireOwnRecord(ctx)
    const versionId = await requireReadable(tx, ctx.clinicId, itemId)
    const reader = { clinicId: ctx.clinicId, patientId, itemId, versionId }
    const body = await bodyOf(tx, reader)
    return onOwnRecord(tx, ctx, async () => {
      if (!(await hasSeen(tx, reader, body, ctx.now()))) throw new AppError('lesson_not_seen')
      await complete(tx, reader, ctx.now())
      return { success: true }
    })
  },
})
