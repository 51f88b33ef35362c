import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aPersonNote } from '#testing/person-notes.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { removePersonNote } from './remove-person-note.ts'

let test: TestServices
let clinic: TestClinic
let sam: Member
let patient: Patient
beforeAll(async () => {
  test = await openTestServices()
  clinic = await aClinic(test.db)
  sam = await aStaffMember(test.db, clinic)
  patient = await aPatient(test.db, clinic)
})
afterAll(() => test.close())

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
