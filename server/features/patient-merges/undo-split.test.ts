import { afterAll, expect, it } from 'vitest'
import { aRecord, aSplit } from '#testing/patient-merges.ts'
import { aClinic, aStaffMember } from '#testing/people.ts'
import { openTestServices } from '#testing/services.ts'
import { undoSplit } from './undo-split.ts'

const test = await openTestServices()
const clinic = await aClinic(test.db)
const admin = clinic.admin.caller()
afterAll(() => test.close())

const undo = (splitId: string, caller = admin) => undoSplit.call(test.services, caller, { splitId })
const notesOf = async (patientId: string) =>
  (await test.db.asOwner('select id from person_notes where patient_id = $1', [patientId])).length

it('brings back what went, once', async () => {
  const patientId = await aRecord(test.db, clinic)
  const splitId = await aSplit(test.db, clinic, patientId)
  expect(await notesOf(patientId)).toBe(0)
  expect(await undo(splitId)).toEqual({ patientId })
  expect(await notesOf(patientId)).toBe(1)
  await expect(undo(splitId)).rejects.toMatchObject({ code: 'not_found' })
})

it('leaves what somebody has moved on since where it is', async () => {
  const patientId = await aRecord(test.db, clinic)
  const third = await aRecord(test.db, clinic)
  const splitId = await aSplit(test.db, clinic, patientId)
  await test.db.asOwner(
    `update person_notes n set patient_id = $1 from app.patient_splits x where x.id = $2 and n.patient_id = x.into_patient_id`,
    [third, splitId],
  )
  await undo(splitId)
  expect([await notesOf(patientId), await notesOf(third)]).toEqual([0, 1])
})

it('is for admins of the clinic', async () => {
  const splitId = await aSplit(test.db, clinic)
  const staff = await aStaffMember(test.db, clinic)
  const elsewhere = await aClinic(test.db)
  await expect(undo(splitId, staff.caller())).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(undo(splitId, elsewhere.admin.caller())).rejects.toMatchObject({ code: 'not_found' })
})
