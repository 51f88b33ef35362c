import { AppError } from '#domain/errors.ts'
import { type SentMessage, type Side, sendMessageInput } from '#domain/messages/messages.ts'
import { messageTexts } from '#domain/texts/messages.ts'
import { oneLine } from '#domain/values/line-text.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { type RateLimit, takeToken } from '#server/platform/rate-limits.ts'
import { isReadByGuardian } from '../guardians/is-read-by-guardian.ts'
import { inThread, openThread, writersOf } from './thread.ts'
import { insertMessage, noteMessage } from './write-message.ts'

/** Beyond what a person writes by hand. */
const limits: Record<Side, RateLimit> = {
  patient: { burst: 20, perSeconds: 20 },
  clinic: { burst: 60, perSeconds: 5 },
}

/**
 * Sends a message between a patient and their clinic. Idempotent per `attempt`. A patient's message reopens a closed
 * conversation, and notifies its assignee, or else all who may answer, once until it has been read.
 * @throws AppError `not_found`; `patient_without_account` when no one would read it
 * @throws AppError `invalid_input` at `fileIds` unless they are the writer's own, unused and about this patient
 * @throws AppError `rate_limited`; as `inThread` does
 */
export const sendMessage = action({
  name: 'send-message',
  input: sendMessageInput,
  access: 'signed-in',
  system: 'patients do not read which attempt wrote a message, nor who is on the team',
  guardians: 'full',
  run: (tx, ctx, { patientId: asked, body, fileIds, attempt }): Promise<SentMessage> =>
    inThread(tx, ctx, asked, async ({ patientId, side }) => {
      const { clinicId, userId } = ctx
      const at = ctx.now()
      const authorName = await nameOfWriter(tx, ctx, patientId, side)
      const thread = await openThread(tx, clinicId, patientId, at)
      const before = await sentBefore(tx, ctx, attempt)
      if (before) return before

      const { allowed, retryAfterSeconds } = await takeToken(tx, {
        bucket: `messages-${side}`,
        key: `${clinicId} ${userId}`,
        limit: limits[side],
      })
      if (!allowed) throw new AppError('rate_limited', { details: { retryAfterSeconds } })

      const number = thread.last_number + 1
      const messageId = await insertMessage(tx, {
        ...{ clinicId, patientId, number, side, body, attempt, at, authorName },
        authorId: userId,
      })
      for (const fileId of new Set(fileIds)) await attach(tx, ctx, { fileId, patientId, messageId })

      const isForClinic = side === 'patient'
      const unread = await noteMessage(tx, ctx, { patientId, number, side, thread, messageId, at })
      if (unread === 1 && isForClinic) {
        const writers = await writersOf(tx, clinicId)
        const { assignee_id: assignee } = thread
        for (const reader of assignee && writers.includes(assignee) ? [assignee] : writers) {
          await ctx.notices.notify(tx, {
            clinicId,
            userId: reader,
            kind: 'message_received',
            key: messageId,
            patientId,
          })
        }
      }
      return { messageId, number, sentAt: at.toISOString() }
    }),
})

/** The message of an earlier request with this attempt. */
async function sentBefore(
  tx: Tx,
  { clinicId, userId }: ClinicCtx,
  attempt: string,
): Promise<SentMessage | null> {
  const found = await tx
    .selectFrom('messages')
    .select(['id', 'number', 'sent_at'])
    .where('clinic_id', '=', clinicId)
    .where('author_id', '=', userId)
    .where('attempt', '=', attempt)
    .executeTakeFirst()
  return found ? { messageId: found.id, number: found.number, sentAt: found.sent_at.toISOString() } : null
}

/**
 * The writer's current name; for the team also checks that the patient has a reader.
 * @throws AppError `patient_without_account`
 */
async function nameOfWriter(
  tx: Tx,
  { clinicId, userId, actor }: ClinicCtx,
  patientId: string,
  side: Side,
): Promise<string> {
  const patient = await tx
    .selectFrom('patients as p')
    .leftJoin('clinic_memberships as m', (join) =>
      join
        .onRef('m.clinic_id', '=', 'p.clinic_id')
        .onRef('m.user_id', '=', 'p.user_id')
        .on('m.status', '=', 'active')
        .on('m.ended_at', 'is', null),
    )
    .select(['p.full_name', 'm.id as membershipId'])
    .where('p.clinic_id', '=', clinicId)
    .where('p.id', '=', patientId)
    .executeTakeFirstOrThrow()
  const isGuardian = actor.guardianAccess !== null
  if (side === 'patient' && !isGuardian) return oneLine(patient.full_name)
  if (!isGuardian && !patient.membershipId && !(await isReadByGuardian(tx, clinicId, patientId)))
    throw new AppError('patient_without_account')
  const { user_metadata } = await tx
    .selectFrom('auth.users')
    .select('user_metadata')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const { full_name, name } = (user_metadata ?? {}) as Record<string, unknown>
  const given = [full_name, name].find((each) => typeof each === 'string' && oneLine(each) !== '')
  if (typeof given === 'string') return oneLine(given).slice(0, 200)
  return isGuardian ? messageTexts.thread.aGuardian : messageTexts.thread.theTeam
}

/** @throws AppError `invalid_input` with the field, so that the page can name the file */
async function attach(
  tx: Tx,
  { files, clinicId, userId }: ClinicCtx,
  { fileId, patientId, messageId }: { fileId: string; patientId: string; messageId: string },
): Promise<void> {
  const file = { fileId, kind: 'message_attachment', ownerId: userId, clinicId, patientId } as const
  await files.attach(tx, file).catch((error: unknown) => {
    if (error instanceof AppError) {
      const message = messageTexts.composer.filesGone
      throw new AppError('invalid_input', { fields: [{ path: 'fileIds', message }], cause: error })
    }
    throw error
  })
  await tx
    .updateTable('patient_files')
    .set({ message_id: messageId })
    .where('clinic_id', '=', clinicId)
    .where('file_id', '=', fileId)
    .execute()
}
