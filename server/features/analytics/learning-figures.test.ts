// Compares the figures of a small clinic with a count by hand, beside another clinic that has its own.
import { expect, it } from 'vitest'
import type { LearningFigures } from '#domain/analytics/analytics.ts'
import { anAssignment } from '#testing/assignments.ts'
import { aContentItem, aCorrection } from '#testing/content.ts'
import { aProgram } from '#testing/programs.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { completeLesson } from '../learning/complete-lesson.ts'
import { recordReading } from '../learning/record-reading.ts'
import { learningFigures } from './learning-figures.ts'

// Wednesday; still Tuesday in Vancouver
const { test, clinic } = await setUpClinic({ now: '2026-03-11T06:30:00Z' }, { timeZone: 'America/Vancouver' })
const ana = await aPatient(test.db, clinic)
const ben = await aPatient(test.db, clinic)

const figures = (at = clinic) =>
  learningFigures.call(test.services, at.admin.caller(), {}) as Promise<LearningFigures>
const view = (at: TestClinic, itemId: string, of: Patient, day: string) =>
  test.db.asOwner(
    'insert into content_views (clinic_id, item_id, patient_id, viewed_on, viewed_at) values ($1, $2, $3, $4, now())',
    [at.id, itemId, of.patientId, day],
  )
const reading = (itemId: string, of: Patient, isCompleted: boolean, rating: number | null) =>
  test.db.asOwner(
    `insert into content_readings (clinic_id, patient_id, item_id, updated_at, completed_at, rating, rated_at)
     values ($1, $2, $3, now(), case when $4 then now() end, $5, case when $5::integer is not null then now() end)`,
    [clinic.id, of.patientId, itemId, isCompleted, rating],
  )

// spec: B2.13 Analytics counts the use of the own clinic’s content
it('counts the clinic’s own events, and none of another clinic', async () => {
  const other = await aClinic(test.db)
  const stranger = await aPatient(test.db, other)
  const theirs = await aContentItem(test.db, other, { status: 'published', title: 'Theirs' })
  await view(other, theirs.itemId, stranger, '2026-03-09')
  await anAssignment(test.db, other, stranger, { item: theirs })

  const sleep = await aContentItem(test.db, clinic, { status: 'published', title: 'Sleep' })
  const walk = await aContentItem(test.db, clinic, {
    status: 'published',
    title: 'Walk',
    category: 'Exercise',
  })
  await aContentItem(test.db, clinic, { title: 'A draft' })
  await view(clinic, sleep.itemId, ana, '2026-03-09')
  await view(clinic, sleep.itemId, ana, '2026-03-10')
  await view(clinic, sleep.itemId, ben, '2026-03-10')
  await view(clinic, walk.itemId, ben, '2026-03-08')
  await anAssignment(test.db, clinic, ana, { item: sleep, completedAt: '2026-03-10T12:00:00Z' })
  await anAssignment(test.db, clinic, ben, { item: sleep })
  await anAssignment(test.db, clinic, ana, { item: walk, isWithdrawn: true })
  await anAssignment(test.db, clinic, ben, { item: walk, opensAt: '2099-01-01T00:00:00Z' })
  await reading(sleep.itemId, ana, true, 5)
  await reading(sleep.itemId, ben, false, 4)

  const mine = await figures()
  expect(mine.usage).toHaveLength(12)
  expect(mine.usage.slice(-2)).toEqual([
    { week: '2026-03-02', views: 1, people: 1 },
    { week: '2026-03-09', views: 3, people: 2 },
  ])
  expect(mine.completion).toEqual([{ category: 'Wellness', assigned: 2, completed: 1 }])
  expect(mine.resources).toEqual([
    expect.objectContaining({ title: 'Sleep', rating: 4.5, ratings: 2, views: 3, readers: 2, completed: 1 }),
    expect.objectContaining({ title: 'Walk', rating: null, ratings: 0, views: 1, readers: 1, completed: 0 }),
  ])
  const elsewhere = await figures(other)
  expect(elsewhere.resources.map(({ title }) => title)).toEqual(['Theirs'])
  expect(elsewhere.completion).toEqual([{ category: 'Wellness', assigned: 1, completed: 0 }])
})

it('counts a patient as completed even after a correction was assigned', async () => {
  const item = await aContentItem(test.db, clinic, { status: 'published', title: 'Corrected' })
  const read = () => recordReading.call(test.services, ana.caller(), { itemId: item.itemId, position: 1 })
  const completed = async () =>
    (await figures()).resources.find(({ itemId }) => itemId === item.itemId)?.completed
  await read()
  await completeLesson.call(test.services, ana.caller(), { itemId: item.itemId })
  for (const number of [2, 3]) {
    await aCorrection(test.db, item, number)
    await read()
    expect(await completed()).toBe(1)
  }
  expect(
    await test.db.asOwner('select completed_at from content_readings where item_id = $1', [item.itemId]),
  ).toEqual([{ completed_at: null }])
})

it('counts patients who take part, complete and end', async () => {
  const { programId, sessionIds, itemIds } = await aProgram(test.db, clinic)
  const part = async (completed: number, isEnded = false) => {
    const patient = await aPatient(test.db, clinic)
    const [row] = await test.db.asOwner<{ id: string }>(
      `insert into program_enrollments (clinic_id, program_id, patient_id, source, starts_on, interval_days, enrolled_at, ended_at)
       values ($1, $2, $3, 'team', '2026-01-05', 7, '2026-01-05T12:00:00Z', case when $4 then now() end) returning id`,
      [clinic.id, programId, patient.patientId, isEnded],
    )
    for (const [at, sessionId] of sessionIds.entries())
      await test.db.asOwner(
        `insert into lesson_assignments (clinic_id, patient_id, item_id, version_id, opens_at, assigned_at, enrollment_id, session_id,
                                         completed_at, withdrawn_at)
         select $1, $2, v.item_id, v.id, '2026-01-05T12:00:00Z', '2026-01-05T12:00:00Z', $3, $4,
                case when $5 then now() end, case when $6 then now() end
           from content_versions v where v.item_id = $7`,
        [
          clinic.id,
          patient.patientId,
          row?.id,
          sessionId,
          at < completed,
          isEnded && at >= completed,
          itemIds[at],
        ],
      )
  }
  await part(2)
  await part(1)
  await part(0)
  await part(0, true)
  expect((await figures()).programs).toEqual([
    { programId, title: 'Better sleep', learning: 2, completed: 1, ended: 1 },
  ])
})

it('exposes no view to clients', async () => {
  for (const name of ['views_by_week', 'program_figures', 'completion_by_category', 'resource_effectiveness'])
    await expect(
      test.db.transactions.withStatement(
        clinic.admin.caller(),
        { sql: `select 1 from app.${name}`, params: [] },
        async (rows) => rows,
      ),
    ).rejects.toMatchObject({ code: '42501' })
})
