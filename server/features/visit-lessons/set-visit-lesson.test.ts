import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aContentItem } from '#testing/content.ts'
import { aPresentation, aVisitLesson } from '#testing/presentations.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { setVisitLesson } from './set-visit-lesson.ts'

const { test, clinic } = await setUpClinic()
const patient = await aPatient(test.db, clinic)

let day = 1
const aVisit = async () => {
  day += 1
  const date = `2041-02-${String(day).padStart(2, '0')}`
  return (await anAppointment(test.db, clinic, patient, { date })).id
}
const set = async (appointmentId: string, presentationId: string | null) =>
  (await setVisitLesson.call(test.services, clinic.admin.caller(), { appointmentId, presentationId })) as {
    lessonId: string | null
  }
const lessonsOf = (appointmentId: string) =>
  test.db.asOwner(
    'select item_id, version_id, patient_id, slide from visit_lessons where appointment_id = $1',
    [appointmentId],
  )

it('plans the current version for the visit’s patient, and may be repeated', async () => {
  const appointmentId = await aVisit()
  const { itemId, versionId } = await aPresentation(test.db, clinic)
  const first = await set(appointmentId, itemId)
  expect(await set(appointmentId, itemId)).toEqual(first)
  expect(await lessonsOf(appointmentId)).toEqual([
    { item_id: itemId, version_id: versionId, patient_id: patient.patientId, slide: 1 },
  ])
})

it('can be replaced and removed until slides were shown', async () => {
  const appointmentId = await aVisit()
  const [one, other] = [await aPresentation(test.db, clinic), await aPresentation(test.db, clinic)]
  await set(appointmentId, one.itemId)
  await set(appointmentId, other.itemId)
  expect(await lessonsOf(appointmentId)).toMatchObject([{ item_id: other.itemId }])
  expect(await set(appointmentId, null)).toEqual({ lessonId: null })
  expect(await lessonsOf(appointmentId)).toEqual([])

  await aVisitLesson(test.db, clinic, appointmentId, { presentation: one, isStarted: true })
  for (const next of [other.itemId, null])
    await expect(set(appointmentId, next)).rejects.toMatchObject({ code: 'lesson_begun' })
})

it.each<[string, () => Promise<string>]>([
  ['a draft', async () => (await aPresentation(test.db, clinic, { status: 'draft' })).itemId],
  ['an archived one', async () => (await aPresentation(test.db, clinic, { status: 'archived' })).itemId],
  ['an article', async () => (await aContentItem(test.db, clinic, { status: 'published' })).itemId],
  ['another clinic’s', async () => (await aPresentation(test.db, await aClinic(test.db))).itemId],
])('%s cannot be shown', async (_name, presentation) => {
  await expect(set(await aVisit(), await presentation())).rejects.toMatchObject({ code: 'not_found' })
})
