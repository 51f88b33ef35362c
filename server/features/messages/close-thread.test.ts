import { expect, it } from 'vitest'
import { aThread } from '#testing/messages.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { closeThread } from './close-thread.ts'

const { test, clinic } = await setUpClinic()
const ann = await aStaffMember(test.db, clinic)

const close = (by: Member, patientId: string, isClosed: boolean) =>
  closeThread.call(test.services, by.caller(), { patientId, isClosed })
const state = async (patientId: string) =>
  (
    await test.db.asOwner<{ closed: boolean; closed_by: string | null }>(
      'select closed_at is not null as closed, closed_by from message_threads where patient_id = $1',
      [patientId],
    )
  )[0]

it('closes and reopens, each once, with the member', async () => {
  const { patientId } = await aThread(test.db, clinic)
  await Promise.all([close(ann, patientId, true), close(ann, patientId, true)])
  expect(await state(patientId)).toEqual({ closed: true, closed_by: ann.userId })
  await close(clinic.admin, patientId, false)
  expect(await state(patientId)).toEqual({ closed: false, closed_by: null })
  expect(
    await test.db.asOwner(
      `select action from app.audit_log where subject_id = $1 and action like 'thread.%' order by id`,
      [patientId],
    ),
  ).toEqual([{ action: 'thread.closed' }, { action: 'thread.reopened' }])
})

it('is closed to patients, read-only members and other clinics', async () => {
  const { patientId, patient } = await aThread(test.db, clinic)
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  for (const by of [patient, viewer])
    await expect(close(by, patientId, true)).rejects.toMatchObject({ code: 'not_allowed' })
  const other = await aClinic(test.db)
  for (const id of [patientId, crypto.randomUUID()])
    await expect(close(other.admin, id, true)).rejects.toMatchObject({ code: 'not_found' })
})
