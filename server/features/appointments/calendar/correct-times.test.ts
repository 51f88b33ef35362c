import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { holdTime } from '../booking/hold-time.ts'
import { correctTimes } from './correct-times.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const run = () => correctTimes(test.services).run({})

/** As if the zone had no daylight saving when these were booked: an hour later than now. */
async function bookedUnderAnotherRule(ids: string[]): Promise<void> {
  await test.db.asOwner(`set session_replication_role = 'replica'`)
  await test.db.asOwner(
    `update appointments set starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour' where id = any ($1)`,
    [ids],
  )
  // last first, so that neighbors do not overlap
  for (const id of ids.toReversed())
    await test.db.asOwner(
      `update app.busy_times set busy = tstzrange(lower(busy) + interval '1 hour', upper(busy) + interval '1 hour'),
              visit = tstzrange(lower(visit) + interval '1 hour', upper(visit) + interval '1 hour') where source_id = $1`,
      [id],
    )
  await test.db.asOwner(`set session_replication_role = 'origin'`)
}

it('preserves the wall time of planned visits when a zone’s rule changes, neighbors too', async () => {
  const provider = await aProvider(test.db, clinic)
  const patient = await aPatient(test.db, clinic)
  const ids: string[] = []
  for (const time of ['09:00', '09:30', '10:00', '10:30'])
    ids.push((await anAppointment(test.db, clinic, patient, { time, providerId: provider.id })).id)
  const untouched = await anAppointment(test.db, clinic, patient, {
    date: '2026-03-17',
    providerId: provider.id,
  })
  await bookedUnderAnotherRule(ids)

  expect(await run()).toMatchObject({ moved: 4, left: 0 })
  const rows = await test.db.asOwner<{ time: string; starts_at: Date; sequence: number }>(
    'select time, starts_at, sequence from appointments where id = any ($1) order by starts_at',
    [[...ids, untouched.id]],
  )
  expect(
    rows.map(({ time, starts_at, sequence }) => [time, starts_at.toISOString().slice(0, 16), sequence]),
  ).toEqual([
    ['09:00', '2026-03-16T13:00', 1],
    ['09:30', '2026-03-16T13:30', 1],
    ['10:00', '2026-03-16T14:00', 1],
    ['10:30', '2026-03-16T14:30', 1],
    ['09:00', '2026-03-17T13:00', 0],
  ])
  expect(await run()).toMatchObject({ moved: 0, left: 0 })
})

it('removes expired holds only', async () => {
  const { id: providerId } = await aProvider(test.db, clinic)
  const hold = async (startsAt: string) =>
    holdTime.call(test.services, (await aPatient(test.db, clinic)).caller(), {
      appointmentType: 'checkup',
      providerId,
      startsAt,
    })
  await hold('2026-03-18T13:00:00Z')
  test.clock.advance('PT6M')
  await hold('2026-03-18T14:00:00Z')
  test.clock.advance('PT5M')
  expect(await run()).toMatchObject({ holds: 1 })
  expect(await test.db.asOwner('select starts_at from app.appointment_holds')).toEqual([
    { starts_at: new Date('2026-03-18T14:00:00Z') },
  ])
  expect(
    await test.db.asOwner('select count(*)::integer from app.busy_times where expires_at is not null'),
  ).toEqual([{ count: 1 }])
})
