import * as z from 'zod/mini'
import { personNoteTexts } from '../texts/person-notes.ts'
import { seenVersion } from '../versions.ts'

export const longestNote = 4000

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

export const addPersonNoteInput = z.extend(noteForm, { patientId: z.uuid() })

/** `version` is the one that was read. */
export const changePersonNoteInput = z.extend(noteForm, { noteId: z.uuid(), version: seenVersion })

export const removePersonNoteInput = z.object({ noteId: z.uuid(), isRemoved: z.boolean() })

/** The author may change and remove a note; an admin may remove any. */
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
