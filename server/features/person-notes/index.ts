import { feature } from '#server/clinic/feature.ts'
import { addPersonNote } from './add-person-note.ts'
import { changePersonNote } from './change-person-note.ts'
import { removePersonNote } from './remove-person-note.ts'

export const personNotesFeature = feature({
  actions: [addPersonNote, changePersonNote, removePersonNote],
})
