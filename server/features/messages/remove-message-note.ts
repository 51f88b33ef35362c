import { AppError } from '#domain/errors.ts'
import { removeMessageNoteInput } from '#domain/messages/message-notes.ts'
import { noteRights } from '#domain/person-notes/person-notes.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Deletes an internal note from a conversation for all who read it. The row stays stored, as part of a record.
 * Idempotent.
 * @throws AppError `not_found`; `not_allowed` for another author's, unless an admin
 */
export const removeMessageNote = action({
  name: 'remove-message-note',
  input: removeMessageNoteInput,
  access: 'notes:write',
  run: (tx, ctx, { noteId }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { clinicId, userId, actor } = ctx
      const note = await tx
        .selectFrom('message_notes')
        .select(['author_id', 'removed_at'])
        .where('clinic_id', '=', clinicId)
        .where('id', '=', noteId)
        .forUpdate()
        .executeTakeFirst()
      if (!note) throw new AppError('not_found')
      const reader = { userId, isAdmin: actor.role === 'admin', mayWrite: true }
      if (!noteRights({ authorId: note.author_id }, reader).mayRemove) throw new AppError('not_allowed')
      if (note.removed_at) return { success: true }
      await tx
        .updateTable('message_notes')
        .set({ removed_at: ctx.now() })
        .where('clinic_id', '=', clinicId)
        .where('id', '=', noteId)
        .execute()
      return { success: true }
    }),
})
