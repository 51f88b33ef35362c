import { expect, it } from 'vitest'
import { anAppointment, aProvider, aScheduleException } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient } from '#testing/sign-in/people.ts'
import { openVisits } from './open-visits.ts'

// 11:00 on March 10 in New York
const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })

it('counts visits that are over without an outcome and requests ahead, of this clinic only', async () => {
  const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  const patient = await aPatient(test.db, clinic)
  const count = () => openVisits.call(test.services, clinic.admin.caller(), {})
  expect(await count()).toEqual({ count: 0, requested: 0, calls: 0, outside: [] })
  await anAppointment(test.db, clinic, patient, { date: '2026-02-03' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-09', status: 'requested' })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-12', status: 'requested' })
  for (const status of ['completed', 'no_show', 'canceled'])
    await anAppointment(test.db, clinic, patient, { date: '2026-03-06', status })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-10', time: '10:45' })
  const { id } = await anAppointment(test.db, clinic, patient, { date: '2026-03-10', time: '10:00' })
  const other = await aClinic(test.db)
  await anAppointment(test.db, other, await aPatient(test.db, other), { date: '2026-03-09' })
  expect(await count()).toEqual({ count: 3, requested: 1, calls: 0, outside: [] })

  // takes longer than planned
  await test.db.asOwner('update appointments set started_at = $2 where id = $1', [id, test.clock.now()])
  expect(await count()).toEqual({ count: 2, requested: 1, calls: 0, outside: [] })
  test.clock.advance('P1D')
  expect(await count()).toEqual({ count: 4, requested: 1, calls: 0, outside: [] })
  await expect(openVisits.call(test.services, patient.caller(), {})).rejects.toMatchObject({
    code: 'not_allowed',
  })
})

it('counts visits on a day off, and outside hours that were changed after them', async () => {
  test.clock.setOffset(0)
  const clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  const patient = await aPatient(test.db, clinic)
  const { id: providerId, person } = await aProvider(test.db, clinic)
  const outside = async () =>
    ((await openVisits.call(test.services, clinic.admin.caller(), {})) as { outside: unknown[] }).outside
  await test.db.asOwner(`update providers set updated_at = '2026-03-01' where id = $1`, [providerId])
  const early = await anAppointment(test.db, clinic, patient, {
    date: '2026-03-12',
    time: '07:00',
    providerId,
  })
  await anAppointment(test.db, clinic, patient, { date: '2026-03-16', providerId })
  await anAppointment(test.db, clinic, patient, { date: '2026-04-16', time: '07:00', providerId })
  expect(await outside()).toEqual([])
  await test.db.asOwner(`update providers set updated_at = '2100-01-01' where id = $1`, [providerId])
  const found = { providerId, providerName: person.name }
  expect(await outside()).toEqual([{ ...found, count: 1, from: '2026-03-12', days: 1 }])
  await aScheduleException(test.db, clinic, '2026-03-16')
  expect(await outside()).toEqual([{ ...found, count: 2, from: '2026-03-12', days: 5 }])
  await test.db.asOwner(`update appointments set status = 'canceled' where id = $1`, [early.id])
  expect(await outside()).toEqual([{ ...found, count: 1, from: '2026-03-16', days: 1 }])
})
