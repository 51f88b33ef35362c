import { readMessagesInput } from '#domain/messages/messages.ts'
import { action } from '#server/clinic/action.ts'
import { recordRead } from '#server/clinic/record-read.ts'
import { inThread, lockThread, unreadAfter } from './thread.ts'

/**
 * Marks a conversation as read up to a message, with the caller's notices of it. The patient has one mark, and the team
 * shares another. The mark never moves back. Idempotent. Audits reads by others than the patient.
 * @throws AppError as `inThread` does
 */
export const readMessages = action({
  name: 'read-messages',
  input: readMessagesInput,
  access: 'signed-in',
  system: 'unread messages are counted while the thread is locked',
  guardians: 'full',
  async run(tx, ctx, { patientId: asked, upTo }): Promise<{ unread: number }> {
    const { patientId, unread } = await inThread(tx, ctx, asked, async ({ patientId, side }) => {
      const { clinicId } = ctx
      const thread = await lockThread(tx, clinicId, patientId)
      if (!thread) return { patientId, unread: 0 }
      const isClinic = side === 'clinic'
      if (isClinic)
        await ctx.notices.settle(tx, { clinicId, userId: ctx.userId, kind: 'message_received', patientId })
      const [readBefore, unreadBefore] = isClinic
        ? [thread.clinic_read, thread.clinic_unread]
        : [thread.patient_read, thread.patient_unread]
      const read = Math.min(upTo, thread.last_number)
      if (read <= readBefore) return { patientId, unread: unreadBefore }
      const unread = await unreadAfter(tx, {
        ...{ clinicId, patientId, after: read },
        from: isClinic ? 'patient' : 'clinic',
      })
      const at = ctx.now()
      await tx
        .updateTable('message_threads')
        .set(
          isClinic
            ? { clinic_read: read, clinic_read_at: at, clinic_unread: unread }
            : { patient_read: read, patient_read_at: at, patient_unread: unread },
        )
        .where('clinic_id', '=', clinicId)
        .where('patient_id', '=', patientId)
        .execute()
      return { patientId, unread }
    })
    await recordRead(tx, ['message_threads'], [patientId], 'read-messages')
    return { unread }
  },
})
