import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aPresentation, aVisitLesson } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { showSlide } from './show-slide.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const show = (lessonId: string, slide: number) =>
  showSlide.call(test.services, clinic.admin.caller(), { lessonId, slide })
const stateOf = async (lessonId: string) =>
  (
    await test.db.asOwner(
      'select slide, started_at is not null as started from visit_lessons where id = $1',
      [lessonId],
    )
  )[0]

let day = 1
const aLesson = async (pages: number) => {
  day += 1
  const date = `2041-03-${String(day).padStart(2, '0')}`
  const { id } = await anAppointment(test.db, clinic, patient, { date })
  const presentation = await aPresentation(test.db, clinic, { pages })
  return (await aVisitLesson(test.db, clinic, id, { presentation })).lessonId
}

it('the first slide begins the lesson, the next ones move it, with one audit row for all', async () => {
  const lessonId = await aLesson(3)
  expect(await stateOf(lessonId)).toEqual({ slide: 1, started: false })
  for (const slide of [1, 2, 3, 2]) await show(lessonId, slide)
  expect(await stateOf(lessonId)).toEqual({ slide: 2, started: true })
  const rows = await test.db.asOwner(
    `select count(*)::int as rows from audit_log a join visit_lessons l on a.subject_id = l.appointment_id::text
      where l.id = $1 and a.action = 'visit_lesson.started'`,
    [lessonId],
  )
  expect(rows).toEqual([{ rows: 1 }])
})

it('refuses an unknown slide, and one after the end', async () => {
  const lessonId = await aLesson(2)
  await expect(show(lessonId, 3)).rejects.toMatchObject({ code: 'invalid_input' })
  await test.db.asOwner('update visit_lessons set started_at = now(), ended_at = now() where id = $1', [
    lessonId,
  ])
  await expect(show(lessonId, 1)).rejects.toMatchObject({ code: 'lesson_over' })
})
