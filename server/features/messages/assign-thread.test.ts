import { expect, it } from 'vitest'
import { aThread } from '#testing/messages.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { assignThread } from './assign-thread.ts'

const { test, clinic } = await setUpClinic()
const ann = await aStaffMember(test.db, clinic)
const ben = await aStaffMember(test.db, clinic)

const assign = (by: Member, patientId: string, assigneeId: string | null) =>
  assignThread.call(test.services, by.caller(), { patientId, assigneeId })
const assigneeOf = async (patientId: string) =>
  (
    await test.db.asOwner<{ assignee_id: string | null }>(
      'select assignee_id from message_threads where patient_id = $1',
      [patientId],
    )
  )[0]?.assignee_id
const noticesAbout = async (person: Member, patientId: string) =>
  (
    await test.db.asOwner('select 1 from user_notices where user_id = $1 and patient_id = $2', [
      person.userId,
      patientId,
    ])
  ).length

it('assigns a thread to a colleague, notifies them of unread messages, and unassigns it', async () => {
  const { patientId } = await aThread(test.db, clinic)
  await assign(ann, patientId, ben.userId)
  expect(await assigneeOf(patientId)).toBe(ben.userId)
  expect(await noticesAbout(ben, patientId)).toBe(1)
  await assign(ann, patientId, null)
  expect(await assigneeOf(patientId)).toBeNull()
})

it('does not notify members of their own assignment, or of a read thread', async () => {
  const own = await aThread(test.db, clinic)
  await assign(ann, own.patientId, ann.userId)
  expect(await noticesAbout(ann, own.patientId)).toBe(0)
  const read = await aThread(test.db, clinic, { messages: [{ from: 'clinic', body: 'Hello' }] })
  await assign(ann, read.patientId, ben.userId)
  expect(await noticesAbout(ben, read.patientId)).toBe(0)
})

it('audits each change once, however often it is repeated', async () => {
  const { patientId } = await aThread(test.db, clinic)
  await Promise.all([assign(ann, patientId, ben.userId), assign(ben, patientId, ben.userId)])
  expect(
    await test.db.asOwner(
      `select patient_ids, details from app.audit_log where action = 'thread.assigned' and subject_id = $1`,
      [patientId],
    ),
  ).toEqual([{ patient_ids: [patientId], details: { assignee: ben.userId } }])
})

it('refuses a member who could not answer', async () => {
  const { patientId, patient } = await aThread(test.db, clinic)
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  const other = await aClinic(test.db)
  for (const id of [viewer.userId, patient.userId, other.admin.userId, crypto.randomUUID()]) {
    await expect(assign(ann, patientId, id)).rejects.toMatchObject({
      code: 'invalid_input',
      fields: [{ path: 'assigneeId' }],
    })
  }
})

it('is for the team; a patient without a thread, an unknown and a foreign one get the same error', async () => {
  const { patientId, patient } = await aThread(test.db, clinic)
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  for (const by of [patient, viewer])
    await expect(assign(by, patientId, ann.userId)).rejects.toMatchObject({ code: 'not_allowed' })
  const silent = await aPatient(test.db, clinic)
  const other = await aClinic(test.db)
  for (const id of [silent.patientId, (await aThread(test.db, other)).patientId, crypto.randomUUID()])
    await expect(assign(ann, id, ann.userId)).rejects.toMatchObject({ code: 'not_found' })
})
