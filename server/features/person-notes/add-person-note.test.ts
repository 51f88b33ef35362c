import { expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { addPersonNote } from './add-person-note.ts'
import { changePersonNote } from './change-person-note.ts'
import { removePersonNote } from './remove-person-note.ts'

const { test, clinic } = await setUpClinic()
const sam = await aStaffMember(test.db, clinic)
const kim = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)

async function add(by: Caller = sam.caller(), patientId = patient.patientId): Promise<string> {
  const answer = await addPersonNote.call(test.services, by, { patientId, body: 'Prefers mornings.' })
  return (answer as { noteId: string }).noteId
}
const change = (by: Caller, noteId: string, version = 1) =>
  changePersonNote.call(test.services, by, { noteId, body: 'Prefers afternoons.', version })
const remove = (by: Caller, noteId: string, isRemoved = true) =>
  removePersonNote.call(test.services, by, { noteId, isRemoved })

const notesSeenBy = (by: Caller) =>
  test.services.transactions.withActor(by, (tx) =>
    tx
      .selectFrom('person_notes')
      .select(['id', 'body'])
      .where('patient_id', '=', patient.patientId)
      .execute(),
  )
const trail = (noteId: string) =>
  test.db.asOwner<{ action: string; patient_ids: string[]; details: object }>(
    `select action, patient_ids, details from app.audit_log where subject_id = $1 order by id`,
    [noteId],
  )

it('is read by the team, and never by the patient', async () => {
  const id = await add()
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  for (const reader of [sam, kim, viewer, clinic.admin])
    expect(await notesSeenBy(reader.caller())).toContainEqual({ id, body: 'Prefers mornings.' })
  await expect(notesSeenBy(patient.caller())).rejects.toMatchObject({ code: '42501' })
})

it('is closed to another clinic’s team, for reading and writing', async () => {
  await add()
  const other = await aClinic(test.db)
  expect(await notesSeenBy(other.admin.caller())).toEqual([])
  await expect(add(other.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})

it('audits each step with the patient, without the content', async () => {
  const id = await add()
  await change(sam.caller(), id)
  await remove(sam.caller(), id)
  await remove(sam.caller(), id, false)
  expect(await trail(id)).toEqual(
    ['note.written', 'note.changed', 'note.removed', 'note.restored'].map((action) => ({
      action,
      patient_ids: [patient.patientId],
      details: {},
    })),
  )
})
