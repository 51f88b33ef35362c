import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aForm } from '#testing/forms.ts'
import { setDatabaseClock } from '#testing/guardians.ts'
import { aClinic, aPatient, type Patient } from '#testing/sign-in/people.ts'
import { sendForms } from './notify-of-forms.ts'

const start = '2026-03-01T15:00:00Z'
const test = await openTestServices({ now: start })
beforeAll(() => setDatabaseClock(test.db, start))
afterAll(() => test.close())

const goTo = (at: string) => test.clock.setOffset(Date.parse(at) - Date.parse(start))

const run = () => sendForms(test.services).run({})
const noticesOf = async ({ patientId }: Patient) =>
  (
    await test.db.asOwner<{ key: string }>(
      `select key from app.notices where subject_id = $1 and key like 'patient_update:%' order by noticed_at, key`,
      [patientId],
    )
  ).map(({ key }) => key.split(':')[1])

it('notifies once of all forms of a visit, and reminds once two days before it', async () => {
  const clinic = await aClinic(test.db)
  const patient = await aPatient(test.db, clinic)
  await aForm(test.db, clinic, { occasion: 'visit' })
  await aForm(test.db, clinic, { occasion: 'visit' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-16' })
  await Promise.all([run(), run()])
  expect(await noticesOf(patient)).toEqual(['forms'])
  goTo('2026-03-13T15:00:00Z')
  await run()
  expect(await noticesOf(patient)).toEqual(['forms'])
  goTo('2026-03-15T15:00:00Z')
  await run()
  await run()
  expect(await noticesOf(patient)).toEqual(['forms', 'forms'])
  await test.db.asOwner(
    `update form_requests set signed_at = now(), signed_name = 'D', signed_statement = 'C', signed_as = 'patient'
      where clinic_id = $1`,
    [clinic.id],
  )
  goTo('2026-03-15T20:00:00Z')
  await run()
  expect(await noticesOf(patient)).toHaveLength(2)
})

it('asks for a form of a visit that was booked before the form existed, a week ahead', async () => {
  goTo('2026-04-01T15:00:00Z')
  const clinic = await aClinic(test.db)
  const patient = await aPatient(test.db, clinic)
  await anAppointment(test.db, clinic, patient, { date: '2026-04-20' })
  await aForm(test.db, clinic, { occasion: 'visit', repeats: 'every_visit' })
  await run()
  expect(await noticesOf(patient)).toEqual([])
  goTo('2026-04-14T15:00:00Z')
  await run()
  await run()
  expect(await noticesOf(patient)).toEqual(['forms'])
})
