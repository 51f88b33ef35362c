// The team's list of visits, read from a real server.
import { QueryClient } from '@tanstack/react-query'
import { afterAll, expect, it, vi } from 'vitest'
import type { AppointmentFilter } from '#domain/appointments/visits.ts'
import { openTestServer } from '#server/tests/threats/test-server.ts'
import { anAppointment } from '#testing/appointments.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { visitsQuery } from './booking/queries.ts'

// before the imports: some modules read the page's URL
vi.hoisted(() => {
  vi.stubGlobal('location', new URL('http://localhost/appointments'))
  vi.stubGlobal('document', { cookie: '' })
})
vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-16T12:00:00Z') })
const test = await openTestServer('2026-03-16T12:00:00Z')
const clinic = await aClinic(test.db)
const token = await test.tokenOf(await aStaffMember(test.db, clinic))
vi.stubGlobal('fetch', async (input: string | URL, init: RequestInit = {}) => {
  const { pathname, search } = new URL(input, 'http://localhost')
  const { status, text } = await test.ask(`${pathname}${search}`, {
    token,
    clinic,
    ...(init.body && { method: 'POST', rawBody: String(init.body) }),
  })
  return new Response(text, { status, headers: { 'content-type': 'application/json' } })
})
afterAll(async () => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  await test.close()
})

const today = '2026-03-16'
const patient = await aPatient(test.db, clinic)
for (const [date, status, time] of [
  ['2026-03-13', 'completed', '09:00'],
  ['2026-03-13', 'upcoming', '10:00'],
  ['2026-03-13', 'canceled', '11:00'],
  [today, 'completed', '09:00'],
  [today, 'upcoming', '10:00'],
  [today, 'canceled', '11:00'],
  [today, 'requested', '07:00'],
  ['2026-03-18', 'requested', '09:00'],
  ['2026-03-17', 'upcoming', '09:00'],
  ['2026-03-17', 'canceled', '11:00'],
] as const)
  await anAppointment(test.db, clinic, patient, { date, time, status })

// spec: B4 The filters are today, upcoming and past
it.each<[AppointmentFilter, string[]]>([
  [
    'all',
    [
      ...['13 completed', '13 upcoming', '16 requested', '16 completed', '16 upcoming'],
      ...['17 upcoming', '18 requested'],
    ],
  ],
  ['today', ['16 requested', '16 completed', '16 upcoming']],
  ['upcoming', ['16 requested', '16 upcoming', '17 upcoming', '18 requested']],
  // a request whose time is over waits for no answer
  ['requested', ['18 requested']],
  ['past', ['13 completed', '16 completed']],
  ['open', ['13 upcoming', '16 requested']],
])('the filter %s shows %j', async (filter, shown) => {
  const query = visitsQuery(clinic.subdomain, { filter, search: '', today, size: 20, daysBack: 14 })
  const visits = await new QueryClient().fetchQuery(query)
  expect(visits.map(({ date, status }) => `${date.slice(-2)} ${status}`)).toEqual(shown)
})

it.each([
  ['obrien siobhan', 1],
  ['0147', 1],
  ['o’brien zoe', 0],
])('the search %j finds the visits of its patients', async (search, count) => {
  const name = `Siobhán O’Brien`
  const [own] = await test.db.asOwner<{ id: string }>('select id from patients where full_name = $1', [name])
  if (!own) {
    const siobhan = await aPatient(test.db, clinic, { name })
    await test.db.asOwner(
      `insert into patient_details (clinic_id, patient_id, phone, updated_at) values ($1, $2, '+14165550147', now())`,
      [clinic.id, siobhan.patientId],
    )
    await anAppointment(test.db, clinic, siobhan, { date: today, time: '15:00' })
  }
  const query = visitsQuery(clinic.subdomain, { filter: 'all', search, today, size: 20, daysBack: 14 })
  expect(await new QueryClient().fetchQuery(query)).toHaveLength(count)
})
