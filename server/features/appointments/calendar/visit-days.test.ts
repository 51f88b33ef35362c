import { expect, it } from 'vitest'
import { anAppointment, aScheduleException } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { visitDays } from './visit-days.ts'

const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

it('counts visits and events by the clinic’s local day, of this clinic only', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  const patient = await aPatient(test.db, clinic)
  // 23:30 in New York: already the next day in UTC
  await anAppointment(test.db, clinic, patient, { date: '2026-03-16', time: '23:30' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-16', time: '09:00', status: 'completed' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-17', status: 'canceled' })
  await anAppointment(test.db, clinic, patient, { date: '2026-04-01' })
  await aScheduleException(test.db, clinic, '2026-03-20')
  const other = await aClinic(test.db)
  await anAppointment(test.db, other, await aPatient(test.db, other), { date: '2026-03-18' })

  expect(
    await visitDays.call(test.services, clinic.admin.caller(), { from: '2026-03-01', days: 31 }),
  ).toEqual({
    days: [
      { date: '2026-03-16', visits: 2, events: 0 },
      { date: '2026-03-20', visits: 0, events: 1 },
    ],
  })
})
