import { expect, it } from 'vitest'
import { aThread } from '#testing/messages.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aStaffMember, type Member } from '#testing/sign-in/people.ts'
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
