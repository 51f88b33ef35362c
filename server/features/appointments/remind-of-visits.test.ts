import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/people.ts'
import { openTestServices, type TestServices } from '#testing/services.ts'
import { remindOfVisits } from './remind-of-visits.ts'

let test: TestServices
let clinic: TestClinic
let patient: Patient
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
})
afterAll(() => test.close())
beforeEach(async () => {
  patient = await aPatient(test.db, clinic)
})

/** A visit on the day after, at nine in New York, that was booked long before. */
async function aVisit(): Promise<string> {
  const day = new Date(test.clock.now().getTime() + 2 * 24 * 60 * 60 * 1000).toISOString().slice(0, 10)
  const { id } = await anAppointment(test.db, clinic, patient, { date: day })
  await test.db.asOwner(`set session_replication_role = 'replica'`)
  await test.db.asOwner(
    `update appointment_changes set changed_at = '2026-01-01' where appointment_id = $1`,
    [id],
  )
  await test.db.asOwner(`set session_replication_role = 'origin'`)
  return id
}
const run = () => remindOfVisits(test.services).run({})
const remindersOf = async () =>
  (
    await test.db.asOwner<{ key: string }>(
      `select key from app.notices where kind = 'patient_reminder' and subject_id = $1 order by noticed_at`,
      [patient.patientId],
    )
  ).map(({ key }) => key.split(':').at(-1))

it('reminds a day and two hours before, once each, however often and wherever it runs', async () => {
  await aVisit()
  for (let hour = 0; hour < 60; hour++) {
    await Promise.all([run(), run()])
    test.clock.advance('PT1H')
  }
  expect(await remindersOf()).toEqual(['24', '2'])
})

it('reminds of no visit that was canceled, and of the new time of one that was moved', async () => {
  const canceled = await aVisit()
  await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [canceled])
  test.clock.advance('P2D')
  await run()
  expect(await remindersOf()).toEqual([])
})
