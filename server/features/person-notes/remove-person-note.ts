import { AppError } from '#domain/errors.ts'
import { removePersonNoteInput } from '#domain/person-notes/person-notes.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockNote } from './note-rules.ts'

/**
 * Removes a team note from a patient's page, or restores it. The note stays stored, as part of a record. Idempotent.
 * @throws AppError `not_found`; `not_allowed` for another author's, unless an admin
 */
export const removePersonNote = action({
  name: 'remove-person-note',
  input: removePersonNoteInput,
  access: 'notes:write',
  run: (tx, ctx, { noteId, isRemoved }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const { note, mayRemove } = await lockNote(tx, ctx, noteId)
      if (!mayRemove) throw new AppError('not_allowed')
      if ((note.removed_at !== null) === isRemoved) return { success: true }
      await tx
        .updateTable('person_notes')
        .set({ removed_at: isRemoved ? ctx.now() : null })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', noteId)
        .execute()
      return { success: true }
    }),
})
