import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { removePersonNote } from './remove-person-note.ts'

const { test, clinic } = await setUpClinic()
const sam = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

const note = () => aPersonNote(test.db, clinic, patient, { author: sam })
const remove = (by: Caller, noteId: string, isRemoved = true) =>
  removePersonNote.call(test.services, by, { noteId, isRemoved })

const isShown = async (id: string) => {
  const rows = await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.selectFrom('person_notes').select('id').where('id', '=', id).execute(),
  )
  return rows.length === 1
}

it('removes and restores the author’s note, and may be repeated', async () => {
  const id = await note()
  await remove(sam.caller(), id)
  await remove(sam.caller(), id)
  expect(await isShown(id)).toBe(false)
  await remove(sam.caller(), id, false)
  expect(await isShown(id)).toBe(true)
})

it('lets an admin remove any note, and a colleague only their own', async () => {
  const id = await note()
  const kim = await aStaffMember(test.db, clinic)
  await expect(remove(kim.caller(), id)).rejects.toMatchObject({ code: 'not_allowed' })
  await remove(clinic.admin.caller(), id)
  expect(await isShown(id)).toBe(false)
})

it('preserves the row', async () => {
  const id = await note()
  await remove(sam.caller(), id)
  expect(await test.db.asOwner('select body from person_notes where id = $1', [id])).toHaveLength(1)
})
