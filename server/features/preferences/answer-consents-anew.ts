import * as z from 'zod/mini'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { settleAskedAnew } from './asked-anew.ts'

/**
 * Confirms the consents of a patient who has come of age; saving other consents (`save-contact-preferences`) does so
 * too (docs/domain-rules.md rule 29). No effect if none is pending.
 * @throws AppError `not_allowed` unless a patient; `email_not_confirmed`, `second_step_required`
 */
export const answerConsentsAnew = action({
  name: 'answer-consents-anew',
  input: z.object({}),
  access: 'signed-in',
  run: (tx, ctx): Promise<{ success: true }> =>
    onOwnRecord(tx, ctx, async ({ patientId }) => {
      await settleAskedAnew(tx, ctx.clinicId, patientId)
      return { success: true }
    }),
})
