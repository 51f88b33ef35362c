import { AppError } from '#domain/errors.ts'
import { noteRights } from '#domain/person-notes/person-notes.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * Locks a note and returns what the caller may do.
 * @throws AppError `not_found`
 */
export async function lockNote(tx: Tx, { clinicId, userId, actor }: ClinicCtx, noteId: string) {
  const note = await tx
    .selectFrom('person_notes')
    .select(['id', 'author_id', 'version', 'removed_at'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', noteId)
    .forUpdate()
    .executeTakeFirst()
  if (!note) throw new AppError('not_found')
  const reader = { userId, isAdmin: actor.role === 'admin', mayWrite: true }
  return { note, ...noteRights({ authorId: note.author_id }, reader) }
}
