import * as z from 'zod/mini'
import { action } from '#server/clinic/action.ts'
import { onOwnRecord } from '#server/clinic/own-record.ts'
import { settleAskedAnew } from './asked-anew.ts'

/**
 * Who has come of age leaves their choices as they are; choosing others (`save-contact-preferences`) answers as well
 * (docs/domain-rules.md rule 29). Again, and unasked, it changes nothing.
 *
 * @throws AppError `not_allowed` for everybody but a patient of the clinic; `email_not_confirmed`, `second_step_required`
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
