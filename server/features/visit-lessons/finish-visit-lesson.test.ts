import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aPresentation, aVisitLesson } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { finishVisitLesson } from './finish-visit-lesson.ts'
import { showSlide } from './show-slide.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

const finish = (lessonId: string, answers: string[]) =>
  finishVisitLesson.call(test.services, clinic.admin.caller(), { lessonId, answers })
const questions = [
  { question: 'What first?', listenFor: 'calls us' },
  { question: 'And then?', listenFor: '' },
]

let day = 1
const aLesson = async () => {
  day += 1
  const date = `2041-04-${String(day).padStart(2, '0')}`
  const { id } = await anAppointment(test.db, clinic, patient, { date })
  const presentation = await aPresentation(test.db, clinic, { pages: 4, questions })
  const { lessonId, itemId } = await aVisitLesson(test.db, clinic, id, { presentation })
  return { lessonId, itemId }
}
const show = (lessonId: string, slide: number) =>
  showSlide.call(test.services, clinic.admin.caller(), { lessonId, slide })

// spec: B2.9 The result of a lesson is on the visit
it('stores the result on the visit, and the patient continues at the same slide', async () => {
  const { lessonId, itemId } = await aLesson()
  await show(lessonId, 3)
  await finish(lessonId, ['understood', 'partly'])
  const seen = await test.services.transactions.withActor(clinic.admin.caller(), (tx) =>
    tx.selectFrom('visit_lessons').select(['answers', 'ended_at']).where('id', '=', lessonId).execute(),
  )
  expect(seen).toEqual([
    {
      answers: [
        { question: 'What first?', result: 'understood' },
        { question: 'And then?', result: 'partly' },
      ],
      ended_at: expect.any(Date),
    },
  ])
  const places = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('content_readings').select('position').where('item_id', '=', itemId).execute(),
  )
  expect(places).toEqual([{ position: 0.75 }])
  await finish(lessonId, ['not_yet', 'not_yet'])
  const [again] = await test.db.asOwner('select answers from visit_lessons where id = $1', [lessonId])
  expect(JSON.stringify(again)).toContain('understood')
})

it('shows the patient the lesson’s progress, and not the answers', async () => {
  const { lessonId } = await aLesson()
  await show(lessonId, 1)
  await finish(lessonId, ['not_yet', 'not_yet'])
  const own = await test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('visit_lessons').select(['slide']).where('id', '=', lessonId).execute(),
  )
  expect(own).toEqual([{ slide: 1 }])
  await expect(
    test.services.transactions.withActor(patient.caller(), (tx) =>
      tx.selectFrom('visit_lessons').select('answers').where('id', '=', lessonId).execute(),
    ),
  ).rejects.toThrow('permission denied')
})

it('requires a shown slide, and an answer to each question', async () => {
  const { lessonId } = await aLesson()
  await expect(finish(lessonId, ['partly', 'partly'])).rejects.toMatchObject({ code: 'lesson_not_begun' })
  await show(lessonId, 1)
  await expect(finish(lessonId, ['partly'])).rejects.toMatchObject({ code: 'invalid_input' })
})
