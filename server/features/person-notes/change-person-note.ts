import { AppError } from '#domain/errors.ts'
import { changePersonNoteInput } from '#domain/person-notes/person-notes.ts'
import type { SavedVersion } from '#domain/versions.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockNote } from './note-rules.ts'

/**
 * Changes a team note that the caller wrote.
 * @throws AppError `not_found`, also if removed; `not_allowed` for another author's; `changed_elsewhere`
 */
export const changePersonNote = action({
  name: 'change-person-note',
  input: changePersonNoteInput,
  access: 'notes:write',
  run: (tx, ctx, { noteId, body, version }): Promise<SavedVersion> =>
    asSystem(tx, async () => {
      const { note, mayChange } = await lockNote(tx, ctx, noteId)
      if (note.removed_at) throw new AppError('not_found')
      if (!mayChange) throw new AppError('not_allowed')
      if (note.version !== version) throw new AppError('changed_elsewhere')
      await tx
        .updateTable('person_notes')
        .set({ body, version: version + 1, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', noteId)
        .execute()
      return { version: version + 1 }
    }),
})
