/** What a clinic's team notes about a patient, for each other. */
import * as z from 'zod/mini'
import { personNoteTexts } from '../texts/person-notes.ts'
import { seenVersion } from '../versions.ts'

export const longestNote = 4000

/** The form of a note. */
export const noteForm = z.object({
  body: z
    .string()
    .check(
      z.trim(),
      z.minLength(1, personNoteTexts.validation.empty),
      z.maxLength(longestNote, personNoteTexts.validation.tooLong),
    ),
})
export type NoteForm = z.infer<typeof noteForm>

/** Input of `add-person-note`. */
export const addPersonNoteInput = z.extend(noteForm, { patientId: z.uuid() })

/** Input of `change-person-note`: on top of the version that was read. */
export const changePersonNoteInput = z.extend(noteForm, { noteId: z.uuid(), version: seenVersion })

/** Input of `remove-person-note`: takes the note off the page, or brings it back. */
export const removePersonNoteInput = z.object({ noteId: z.uuid(), isRemoved: z.boolean() })

/** Who may change or remove a note: its author; an admin may remove any. */
export function noteRights(
  note: { authorId: string | null },
  reader: { userId: string; isAdmin: boolean; mayWrite: boolean },
): { mayChange: boolean; mayRemove: boolean } {
  const isOwn = note.authorId !== null && note.authorId === reader.userId
  return {
    mayChange: reader.mayWrite && isOwn,
    mayRemove: reader.mayWrite && (isOwn || reader.isAdmin),
  }
}
