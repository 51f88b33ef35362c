import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aMessageNote } from '#testing/messages.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { removeMessageNote } from './remove-message-note.ts'

const { test, clinic } = await setUpClinic()
const sam = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

const note = () => aMessageNote(test.db, clinic, patient, { author: sam })
const remove = (by: Caller, noteId: string) => removeMessageNote.call(test.services, by, { noteId })
const isShown = async (id: string) => {
  const rows = await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.selectFrom('message_notes').select('id').where('id', '=', id).execute(),
  )
  return rows.length === 1
}

it('removes the author’s note for the whole team, may be repeated, and preserves the row', async () => {
  const id = await note()
  expect(await isShown(id)).toBe(true)
  await remove(sam.caller(), id)
  await remove(sam.caller(), id)
  expect(await isShown(id)).toBe(false)
  expect(await test.db.asOwner('select body from message_notes where id = $1', [id])).toHaveLength(1)
})

it('lets an admin remove any note, and a colleague only their own', async () => {
  const id = await note()
  const kim = await aStaffMember(test.db, clinic)
  await expect(remove(kim.caller(), id)).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await isShown(id)).toBe(true)
  await remove(clinic.admin.caller(), id)
  expect(await isShown(id)).toBe(false)
})

it('is closed to patients, read-only members and other clinics', async () => {
  const id = await note()
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  for (const by of [patient, viewer])
    await expect(remove(by.caller(), id)).rejects.toMatchObject({ code: 'not_allowed' })
  const other = await aClinic(test.db)
  for (const unknown of [id, crypto.randomUUID()])
    await expect(remove(other.admin.caller(), unknown)).rejects.toMatchObject({ code: 'not_found' })
  expect(await isShown(id)).toBe(true)
})
