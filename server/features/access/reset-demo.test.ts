import { expect, it } from 'vitest'
import { demoSubdomain } from '#domain/access/demo.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient } from '#testing/sign-in/people.ts'
import { resetDemo } from './reset-demo.ts'

const today = '2026-03-10'
const { test, clinic } = await setUpClinic(
  { env: { DEMO: 'on' }, now: `${today}T15:00:00Z` },
  { subdomain: demoSubdomain, name: 'Sunrise' },
)
const patient = await aPatient(test.db, clinic)
const { id: providerId } = await aProvider(test.db, clinic)
for (const time of ['09:00', '10:00'])
  await anAppointment(test.db, clinic, patient, {
    date: '2026-03-05',
    time,
    providerId,
    status: 'completed',
  })
await anAppointment(test.db, clinic, patient, { date: '2026-03-09', providerId })

const run = () => resetDemo(test.services).run({})
const night = () =>
  test.db.asOwner(
    `update app.settings set value = jsonb_set(value, '{on}', '"2000-01-01"') where name = 'demo_reset'`,
  )
const visits = () =>
  test.db.asOwner(
    `select to_char(date, 'YYYY-MM-DD') as date, status, count(*)::integer as visits from appointments
      where clinic_id = $1 group by 1, 2 order by 1`,
    [clinic.id],
  )

it('fills the calendar, completes past visits and ends visitors’ sessions, once a day', async () => {
  await test.db.asOwner(
    `insert into auth.sessions (user_id, refresh_key, is_demo) values ($1, '\\x01', true), ($1, '\\x02', false)`,
    [clinic.admin.userId],
  )
  expect(await run()).toMatchObject({ reset: true, sessions: 1, visits: 5 })
  expect(await visits()).toEqual([
    { date: '2026-03-05', status: 'completed', visits: 2 },
    { date: '2026-03-09', status: 'completed', visits: 1 },
    { date: '2026-03-12', status: 'upcoming', visits: 2 },
    { date: '2026-03-16', status: 'upcoming', visits: 1 },
    { date: '2026-03-19', status: 'upcoming', visits: 2 },
  ])
  expect(
    await test.db.asOwner('select is_demo from auth.sessions where user_id = $1 and is_demo', [
      clinic.admin.userId,
    ]),
  ).toEqual([])
  expect(await run()).toEqual({ demo: true, reset: false })
})

it('restores the original profile of the demo clinic', async () => {
  await test.db.asOwner(
    `update clinics set name = 'Spoiled', color = 'plum', opening_hours = '[]' where id = $1`,
    [clinic.id],
  )
  await night()
  expect(await run()).toMatchObject({ reset: true, visits: 0 })
  expect(await test.db.asOwner('select name, color from clinics where id = $1', [clinic.id])).toEqual([
    { name: 'Sunrise', color: 'evergreen' },
  ])
})

it('changes no clinic other than the demo', async () => {
  const real = { ...test.services, config: { ...test.services.config, demo: false } }
  await night()
  expect(await resetDemo(real).run({})).toEqual({ demo: false })
})
