import { describe, expect, it } from 'vitest'
import type { Caller } from '#server/platform/database/transactions.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentItem } from '#testing/content.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { aSecondFactor } from '#testing/sign-in/second-step.ts'
import { assignLesson } from './assign-lesson.ts'
import { notifyOfOpenedLessons } from './notify-of-lessons.ts'

// 23:30 the day before in Vancouver
const { test, clinic } = await setUpClinic({ now: '2026-03-11T06:30:00Z' }, { timeZone: 'America/Vancouver' })
const patient = await aPatient(test.db, clinic)

const published = () => aContentItem(test.db, clinic, { status: 'published' })
const assign = (input: object, by: Caller = clinic.admin.caller()) =>
  assignLesson.call(test.services, by, input)
const given = (itemId: string) =>
  test.db.asOwner<{ patient_id: string; version_id: string; due_on: string | null; reason: string }>(
    'select patient_id, version_id, due_on::text, reason from lesson_assignments where item_id = $1 order by assigned_at',
    [itemId],
  )
const seenBy = (by: Caller) =>
  test.services.transactions.withActor(by, (tx) =>
    tx.selectFrom('lesson_assignments').select('item_id').execute(),
  )

const noticesOf = async (of: Patient) =>
  (
    await test.db.asOwner<{ key: string }>(
      `select key from app.notices where kind = 'patient_update' and subject_id = $1 order by key`,
      [of.patientId],
    )
  ).map(({ key }) => key.split(':').at(-1))

it('assigns the current version to each of several patients', async () => {
  const { itemId, versionId } = await published()
  const other = await aPatient(test.db, clinic)
  const answer = await assign({
    itemId,
    patientIds: [patient.patientId, other.patientId, patient.patientId],
    reason: 'For your back',
    dueOn: '2026-03-20',
  })
  expect(answer).toEqual({ assigned: 2, already: 0, withoutAccount: 0 })
  const row = { version_id: versionId, due_on: '2026-03-20', reason: 'For your back' }
  expect(await given(itemId)).toEqual(
    expect.arrayContaining([patient, other].map(({ patientId }) => ({ patient_id: patientId, ...row }))),
  )
  expect(await seenBy(other.caller())).toEqual([{ item_id: itemId }])
})

it('refuses a due date that is over in the clinic’s zone', async () => {
  const { itemId } = await published()
  const due = (dueOn: string) => assign({ itemId, patientIds: [patient.patientId], dueOn })
  await expect(due('2026-02-01')).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'dueOn', message: 'Please enter today or a later day.' }],
  })
  expect(await given(itemId)).toEqual([])
})

it('counts the patients who have no account to read it with', async () => {
  const { itemId } = await published()
  const id = await aRecord(test.db, clinic)
  expect(await assign({ itemId, patientIds: [id, patient.patientId] })).toEqual({
    ...{ assigned: 2, already: 0, withoutAccount: 1 },
  })
})

it('assigns once, even when called twice at once', async () => {
  const { itemId } = await published()
  const input = { itemId, patientIds: [patient.patientId] }
  const answers = await Promise.all([assign(input), assign(input)])
  expect(answers).toContainEqual({ assigned: 1, already: 0, withoutAccount: 0 })
  expect(answers).toContainEqual({ assigned: 0, already: 1, withoutAccount: 0 })
  expect(await given(itemId)).toHaveLength(1)
})

it('refuses content that patients may not read', async () => {
  for (const status of ['draft', 'archived'] as const) {
    const { itemId } = await aContentItem(test.db, clinic, { status })
    await expect(assign({ itemId, patientIds: [patient.patientId] })).rejects.toMatchObject({
      code: 'content_not_published',
    })
  }
})

it('refuses all patients if one belongs to another clinic', async () => {
  const { itemId } = await published()
  const stranger = await aPatient(test.db, await aClinic(test.db))
  await expect(assign({ itemId, patientIds: [patient.patientId, stranger.patientId] })).rejects.toMatchObject(
    { code: 'not_found' },
  )
  expect(await given(itemId)).toEqual([])
})

it('is hidden from a patient with a second step until it was taken', async () => {
  const careful = await aPatient(test.db, clinic)
  await aSecondFactor(test.db, careful)
  const { itemId } = await published()
  await assign({ itemId, patientIds: [careful.patientId] })
  expect(await seenBy(careful.caller())).toEqual([])
})

describe('the notice', () => {
  it('is sent once per day of the clinic, however many lessons are assigned', async () => {
    const told = await aPatient(test.db, clinic)
    for (let count = 0; count < 3; count++)
      await assign({ itemId: (await published()).itemId, patientIds: [told.patientId] })
    await assign({ itemId: (await published()).itemId, patientIds: [told.patientId] })
    expect(await noticesOf(told)).toEqual(['2026-03-10'])
    test.clock.setOffset(test.clock.offsetMs + 31 * 60_000)
    await assign({ itemId: (await published()).itemId, patientIds: [told.patientId] })
    expect(await noticesOf(told)).toEqual(['2026-03-10', '2026-03-11'])
  })
})

it('is sent when a later lesson opens', async () => {
  const later = await aPatient(test.db, clinic)
  const opensAt = new Date(test.services.clock.now().getTime() + 3_600_000).toISOString()
  await anAssignment(test.db, clinic, later, { opensAt })
  const job = notifyOfOpenedLessons(test.services)
  await job.run({})
  expect(await noticesOf(later)).toEqual([])
  test.clock.setOffset(test.clock.offsetMs + 2 * 3_600_000)
  await job.run({})
  await job.run({})
  expect(await noticesOf(later)).toHaveLength(1)
})

it('is in each patient’s trail, without the lesson’s name', async () => {
  const { itemId } = await published()
  await assign({ itemId, patientIds: [patient.patientId] })
  const [row] = await test.db.asOwner<{ details: object; patient_ids: string[] }>(
    `select details, patient_ids from app.audit_log l join lesson_assignments a on a.id::text = l.subject_id
      where l.action = 'lesson.assigned' and a.item_id = $1`,
    [itemId],
  )
  expect(row).toEqual({ details: {}, patient_ids: [patient.patientId] })
})
