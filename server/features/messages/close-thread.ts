import { AppError } from '#domain/errors.ts'
import { closeThreadInput } from '#domain/messages/messages.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockThread } from './thread.ts'

/**
 * Closes a patient's conversation until the patient writes again, or reopens it. Idempotent.
 * @throws AppError `not_found`, also without a thread
 */
export const closeThread = action({
  name: 'close-thread',
  input: closeThreadInput,
  access: 'messages:write',
  run: (tx, ctx, { patientId, isClosed }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId, userId } = ctx
      const thread = await lockThread(tx, clinicId, patientId)
      if (!thread) throw new AppError('not_found')
      if ((thread.closed_at !== null) === isClosed) return { success: true }
      await tx
        .updateTable('message_threads')
        .set({ closed_at: isClosed ? ctx.now() : null, closed_by: isClosed ? userId : null })
        .where('clinic_id', '=', clinicId)
        .where('patient_id', '=', patientId)
        .execute()
      return { success: true }
    }),
})
