import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { openVisits } from './open-visits.ts'

let test: TestServices
beforeAll(async () => {
  // 11:00 on March 10 in New York
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
})
afterAll(() => test.close())

it('counts visits that are over without an outcome and requests ahead, of this clinic only', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  const patient = await aPatient(test.db, clinic)
  const count = () => openVisits.call(test.services, clinic.admin.caller(), {})
  expect(await count()).toEqual({ count: 0, requested: 0 })
  await anAppointment(test.db, clinic, patient, { date: '2026-02-03' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-09', status: 'requested' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-12', status: 'requested' })
  for (const status of ['completed', 'no_show', 'canceled'])
    await anAppointment(test.db, clinic, patient, { date: '2026-03-06', status })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-10', time: '10:45' })
  const { id } = await anAppointment(test.db, clinic, patient, { date: '2026-03-10', time: '10:00' })
  const other = await aClinic(test.db)
  await anAppointment(test.db, other, await aPatient(test.db, other), { date: '2026-03-09' })
  expect(await count()).toEqual({ count: 3, requested: 1 })

  // takes longer than planned
  await test.db.asOwner('update appointments set started_at = $2 where id = $1', [id, test.clock.now()])
  expect(await count()).toEqual({ count: 2, requested: 1 })
  test.clock.advance('P1D')
  expect(await count()).toEqual({ count: 4, requested: 1 })
  await expect(openVisits.call(test.services, patient.caller(), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
