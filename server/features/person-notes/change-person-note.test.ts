import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { changePersonNote } from './change-person-note.ts'

const { test, clinic } = await setUpClinic()
const sam = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

const note = (changes: object = {}) => aPersonNote(test.db, clinic, patient, { author: sam, ...changes })
const change = (by: Caller, noteId: string, version = 1) =>
  changePersonNote.call(test.services, by, { noteId, body: ' Prefers afternoons. ', version })

it('changes the author’s note, and increments the version', async () => {
  const id = await note()
  expect(await change(sam.caller(), id)).toEqual({ version: 2 })
  expect(await test.db.asOwner('select body, version from person_notes where id = $1', [id])).toEqual([
    { body: 'Prefers afternoons.', version: 2 },
  ])
})

it('refuses an outdated save of a second tab', async () => {
  const id = await note()
  await change(sam.caller(), id)
  await expect(change(sam.caller(), id)).rejects.toMatchObject({ code: 'changed_elsewhere' })
})

it('refuses other members, even an admin', async () => {
  const id = await note()
  const kim = await aStaffMember(test.db, clinic)
  for (const by of [kim, clinic.admin])
    await expect(change(by.caller(), id)).rejects.toMatchObject({ code: 'not_allowed' })
})

it('has one error for a removed, an unknown and another clinic’s note', async () => {
  const other = await aClinic(test.db)
  const own = await aStaffMember(test.db, other)
  const foreign = await aPersonNote(test.db, other, await aPatient(test.db, other), { author: own })
  for (const id of [await note({ isRemoved: true }), foreign, crypto.randomUUID()])
    await expect(change(sam.caller(), id)).rejects.toMatchObject({ code: 'not_found' })
})
