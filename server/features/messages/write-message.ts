import type { Side } from '#domain/messages/messages.ts'
import type { Notices } from '#server/clinic/notices.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { unreadAfter } from './thread.ts'

/** Inserts a message into a locked thread. @returns its id */
export async function insertMessage(
  tx: Tx,
  message: {
    clinicId: string
    patientId: string
    number: number
    side: Side
    authorId: string | null
    authorName: string
    body: string
    attempt: string
    at: Date
  },
): Promise<string> {
  const { id } = await tx
    .insertInto('messages')
    .values({
      clinic_id: message.clinicId,
      patient_id: message.patientId,
      number: message.number,
      from_side: message.side,
      author_id: message.authorId,
      author_name: message.authorName,
      body: message.body,
      attempt: message.attempt,
      sent_at: message.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Updates the thread for its newest message, and notifies the patient of the first unread one.
 * @returns how many the other side has not read
 */
export async function noteMessage(
  tx: Tx,
  { clinicId, notices }: { clinicId: string; notices: Notices },
  {
    patientId,
    number,
    side,
    thread,
    messageId,
    at,
  }: {
    patientId: string
    number: number
    side: Side
    thread: { clinic_read: number; patient_read: number }
    messageId: string
    at: Date
  },
): Promise<number> {
  const isForClinic = side === 'patient'
  const unread = await unreadAfter(tx, {
    ...{ clinicId, patientId, from: side },
    after: isForClinic ? thread.clinic_read : thread.patient_read,
  })
  await tx
    .updateTable('message_threads')
    .set({
      last_number: number,
      last_from: side,
      last_message_at: at,
      ...(isForClinic
        ? { clinic_unread: unread, closed_at: null, closed_by: null }
        : { patient_unread: unread }),
    })
    .where('clinic_id', '=', clinicId)
    .where('patient_id', '=', patientId)
    .execute()
  if (unread === 1 && !isForClinic)
    await notices.notifyPatient(tx, { clinicId, patientId, about: 'message', key: messageId })
  return unread
}
