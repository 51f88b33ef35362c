import { AppError } from '#domain/errors.ts'
import { assignThreadInput } from '#domain/messages/messages.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockThread, writersOf } from './thread.ts'

/**
 * Assigns a patient's conversation to a team member, or to none, and notifies the assignee of unread messages.
 * @throws AppError `not_found`, also without a thread; `invalid_input` for an assignee who may not answer messages
 */
export const assignThread = action({
  name: 'assign-thread',
  input: assignThreadInput,
  access: 'messages:write',
  async run(tx, ctx, { patientId, assigneeId }): Promise<{ success: true }> {
    const { clinicId, userId } = ctx
    const thread = await asSystem(tx, () => lockThread(tx, clinicId, patientId))
    if (!thread) throw new AppError('not_found')
    if (thread.assignee_id === assigneeId) return { success: true }
    if (assigneeId && !(await writersOf(tx, clinicId)).includes(assigneeId))
      throw new AppError('invalid_input', { fields: [{ path: 'assigneeId', message: 'unknown' }] })
    return asSystem(tx, async () => {
      await tx
        .updateTable('message_threads')
        .set({ assignee_id: assigneeId })
        .where('clinic_id', '=', clinicId)
        .where('patient_id', '=', patientId)
        .execute()
      if (assigneeId && assigneeId !== userId && thread.clinic_unread > 0) {
        await ctx.notices.notify(tx, {
          clinicId,
          userId: assigneeId,
          kind: 'message_received',
          key: `${patientId} ${thread.last_number}`,
          patientId,
        })
      }
      return { success: true }
    })
  },
})
