/** Notes of the team between the messages of a thread (docs/decisions/0203). */

import * as z from 'zod/mini'
import { noteForm } from '../person-notes/person-notes.ts'

export const addMessageNoteInput = z.extend(noteForm, {
  patientId: z.uuid(),
  /** Idempotency key of one note. */
  attempt: z.uuid(),
})

export const removeMessageNoteInput = z.object({ noteId: z.uuid() })
