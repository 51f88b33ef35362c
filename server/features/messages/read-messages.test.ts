import { expect, it } from 'vitest'
import { aThread } from '#testing/messages.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { readMessages } from './read-messages.ts'
import { sendMessage } from './send-message.ts'

const { test, clinic } = await setUpClinic()
const ann = await aStaffMember(test.db, clinic)

const three = [
  { from: 'patient' as const, body: 'one' },
  { from: 'clinic' as const, body: 'two' },
  { from: 'patient' as const, body: 'three' },
]
const read = (by: Member, patientId: string | undefined, upTo: number) =>
  readMessages.call(test.services, by.caller(), { patientId, upTo })
const marks = async (patientId: string) =>
  (
    await test.db.asOwner(
      'select clinic_read, clinic_unread, patient_read, patient_unread from message_threads where patient_id = $1',
      [patientId],
    )
  )[0]

it('gives each side its own mark, and later messages stay unread', async () => {
  const { patient, patientId } = await aThread(test.db, clinic, { messages: three })
  expect(await read(ann, patientId, 1)).toEqual({ unread: 1 })
  expect(await marks(patientId)).toEqual({
    clinic_read: 1,
    clinic_unread: 1,
    patient_read: 0,
    patient_unread: 1,
  })
  expect(await read(patient, undefined, 3)).toEqual({ unread: 0 })
  expect(await marks(patientId)).toEqual({
    clinic_read: 1,
    clinic_unread: 1,
    patient_read: 3,
    patient_unread: 0,
  })
})

it('never moves a mark back, or beyond the last message', async () => {
  const { patientId } = await aThread(test.db, clinic, { messages: three })
  await read(ann, patientId, 99)
  expect(await marks(patientId)).toMatchObject({ clinic_read: 3, clinic_unread: 0 })
  await read(ann, patientId, 1)
  expect(await marks(patientId)).toMatchObject({ clinic_read: 3, clinic_unread: 0 })
})

it('shares the team’s mark, which read-only members do not set', async () => {
  const { patientId } = await aThread(test.db, clinic, { messages: three })
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  await expect(read(viewer, patientId, 3)).rejects.toMatchObject({ code: 'not_allowed' })
  await read(clinic.admin, patientId, 3)
  expect(await read(ann, patientId, 3)).toEqual({ unread: 0 })
})

it('counts nothing as unread before the first message', async () => {
  const patient = await aPatient(test.db, clinic)
  expect(await read(patient, undefined, 5)).toEqual({ unread: 0 })
  expect(await read(ann, patient.patientId, 5)).toEqual({ unread: 0 })
})

it('answers not_found for threads of other patients and clinics', async () => {
  const { patientId } = await aThread(test.db, clinic)
  const neighbor = await aPatient(test.db, clinic)
  const other = await aClinic(test.db)
  for (const by of [neighbor, other.admin])
    await expect(read(by, patientId, 1)).rejects.toMatchObject({ code: 'not_found' })
})

it('marks the caller’s notices of the thread as read', async () => {
  const patient = await aPatient(test.db, clinic)
  const hello = { body: 'Hello', attempt: crypto.randomUUID() }
  await sendMessage.call(test.services, patient.caller(), hello)
  const unreadOf = async ({ userId }: Member) =>
    (
      await test.db.asOwner(
        'select 1 from user_notices where user_id = $1 and patient_id = $2 and read_at is null',
        [userId, patient.patientId],
      )
    ).length
  expect([await unreadOf(ann), await unreadOf(clinic.admin)]).toEqual([1, 1])
  await read(ann, patient.patientId, 1)
  expect([await unreadOf(ann), await unreadOf(clinic.admin)]).toEqual([0, 1])
})
