import { beforeEach, expect, it } from 'vitest'
import {
  type CalendarService,
  calendarReturn,
  type OutsideCalendar,
  type OwnOutsideCalendars,
} from '#domain/outside-calendars/outside-calendars.ts'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { testCalendarService } from '#testing/calendars/calendar-services.ts'
import { testOutsideCalendars } from '#testing/calendars/outside-calendars.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { holdTime } from '../../appointments/booking/hold-time.ts'
import { freeTimes } from '../../appointments/calendar/free-times.ts'
import {
  ownOutsideCalendars,
  readOutsideCalendarNow,
  removeOutsideCalendar,
} from '../own-outside-calendars.ts'
import { readOutsideCalendars } from '../read-calendars-job.ts'
import { revokeConsent } from '../revoke-consent.ts'
import { connectOutsideCalendar } from './connect-outside-calendar.ts'
import { finishOutsideCalendar } from './finish-outside-calendar.ts'
import { returnFromConsent } from './return-from-consent.ts'

const services = { google: testCalendarService('google'), microsoft: testCalendarService('microsoft') }
const { google, microsoft } = services
const calendars = testOutsideCalendars({}, { google: google.connection, microsoft: microsoft.connection })
const monday = '2026-03-16'
const names = ['google', 'microsoft'] as const

let clinic: TestClinic
let patient: Patient
let provider: { id: string; person: Member }
const test = await setUpServices({
  now: '2026-03-10T15:00:00Z',
  outsideCalendars: calendars,
  jobsOf: (given) => [revokeConsent(given) as never],
})
beforeEach(async () => {
  // the job reads those of all clinics
  await test.db.asOwner('delete from app.outside_calendars')
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  patient = await aPatient(test.db, clinic)
  provider = await aProvider(test.db, clinic)
  for (const service of Object.values(services)) {
    service.busy = [at('14:00', '15:00')]
    service.answer = () => undefined
    service.asked.length = 0
  }
})

/** On the Monday, in UTC: four hours ahead of the clinic. */
const at = (from: string, until: string) => ({
  from: Date.parse(`${monday}T${from}:00Z`),
  until: Date.parse(`${monday}T${until}:00Z`),
})

/** Up to the address in the clinic's hub that the browser returns to. */
async function consent(name: CalendarService, by: Member, choice: 'allow' | 'cancel' = 'allow') {
  const started = await connectOutsideCalendar.call(test.services, by.caller(), { service: name })
  const back = await services[name].visit((started as { url: string }).url, choice)
  const response = await returnFromConsent(test.services, name)(new Request(back))
  const target = new URL(response.headers.get('location') ?? '')
  return { back, target, answer: calendarReturn.read(target.hash) }
}
const finish = (by: Member, answer: unknown) =>
  finishOutsideCalendar.call(test.services, by.caller(), answer) as Promise<{ id: string }>
async function connect(name: CalendarService = 'google', by: Member = provider.person) {
  return finish(by, (await consent(name, by)).answer)
}
const own = async (by: Member = provider.person) =>
  ((await ownOutsideCalendars.call(test.services, by.caller(), {})) as OwnOutsideCalendars).calendars
const readNow = (id: string, by: Member = provider.person) =>
  readOutsideCalendarNow.call(test.services, by.caller(), { id }) as Promise<OutsideCalendar>
const runJob = () => readOutsideCalendars(test.services).run({} as never)
const hold = (time: string) =>
  holdTime.call(test.services, patient.caller(), {
    ...{ appointmentType: 'checkup', providerId: provider.id, startsAt: `${monday}T${time}:00.000Z` },
  })
async function offered(): Promise<string[]> {
  const { times } = (await freeTimes.call(test.services, patient.caller(), {
    ...{ appointmentType: 'checkup', from: monday, days: 1 },
  })) as { times: { startsAt: string }[] }
  return times.map(({ startsAt }) => startsAt.slice(11, 16))
}
async function anotherSession(userId: string): Promise<string> {
  const [session] = await test.db.asOwner<{ id: string }>(
    `insert into auth.sessions (user_id, refresh_key) values ($1, '\\x00') returning id`,
    [userId],
  )
  return session?.id ?? ''
}
const noticesOf = (person: Member) =>
  test.db.asOwner<{ kind: string }>(
    `select kind from user_notices where clinic_id = $1 and user_id = $2 and kind = 'calendar_disconnected'`,
    [clinic.id, person.userId],
  )

it.each(names)(
  'connects %s: its busy times are not offered, and offered again after the end',
  async (name) => {
    expect(await offered()).toContain('14:15')
    const { id } = await connect(name)
    expect((await offered()).filter((time) => time > '13:30' && time < '15:00')).toEqual([])
    expect(await own()).toMatchObject([{ id, source: name, failure: null }])
    await removeOutsideCalendar.call(test.services, provider.person.caller(), { id })
    expect(await offered()).toContain('14:15')
    await test.services.jobs.drain()
    // the consent has ended at Google; Microsoft has no such call
    expect(services[name].asked.filter(({ path }) => path === '/revoke')).toHaveLength(
      name === 'google' ? 1 : 0,
    )
    expect(await own()).toEqual([])
  },
)

it('returns to the clinic’s settings with the code behind the #, and with a refusal', async () => {
  const { target } = await consent('google', provider.person)
  expect(target.href.split('#')[0]).toBe(
    `http://${clinic.subdomain}.carefold.localhost:3000/settings/notifications`,
  )
  expect((await consent('google', provider.person, 'cancel')).answer).toBe('denied')
})

it.each([
  ['a changed state', (back: URL) => back.searchParams.set('state', `A${back.searchParams.get('state')}`)],
  ['no state', (back: URL) => back.searchParams.delete('state')],
  ['a target as state', (back: URL) => back.searchParams.set('state', 'https://evil.example/')],
])('redirects nowhere with %s', async (_, change) => {
  const { back } = await consent('google', provider.person)
  change(back)
  const response = await returnFromConsent(test.services, 'google')(new Request(back))
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

it('a code that one service issued does not reach the other', async () => {
  const { back } = await consent('google', provider.person)
  const response = await returnFromConsent(test.services, 'microsoft')(new Request(back))
  expect([response.status, response.headers.get('location')]).toEqual([400, null])
})

it('counts once, in the session that asked, within ten minutes', async () => {
  const over = { code: 'calendar_connection_over' }
  const colleague = (await aProvider(test.db, clinic)).person
  const elsewhere = (await aProvider(test.db, await aClinic(test.db))).person
  const { answer } = await consent('google', provider.person)
  await expect(finish(colleague, answer)).rejects.toMatchObject(over)
  await expect(finish(elsewhere, answer)).rejects.toMatchObject(over)
  await expect(finish(patient, answer)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(finish(clinic.admin, answer)).rejects.toMatchObject({ code: 'not_found' })
  const sessionId = await anotherSession(provider.person.userId)
  const elsewhereSignedIn = { ...provider.person.caller(), sessionId }
  await expect(finishOutsideCalendar.call(test.services, elsewhereSignedIn, answer)).rejects.toMatchObject(
    over,
  )
  await finish(provider.person, answer)
  await expect(finish(provider.person, answer)).rejects.toMatchObject(over)
  const late = await consent('microsoft', provider.person)
  test.clock.advance('PT10M')
  await expect(finish(provider.person, late.answer)).rejects.toMatchObject(over)
  await runJob()
  const left = await test.db.asOwner('select 1 from app.outside_calendar_requests where clinic_id = $1', [
    clinic.id,
  ])
  expect(left).toEqual([])
})

it('two tabs: the later start replaces the earlier', async () => {
  const first = await consent('google', provider.person)
  const second = await consent('google', provider.person)
  await expect(finish(provider.person, first.answer)).rejects.toMatchObject({
    code: 'calendar_connection_over',
  })
  await finish(provider.person, second.answer)
  expect(await own()).toHaveLength(1)
})

it('stores the token encrypted, and no answer contains it', async () => {
  const { answer } = await consent('google', provider.person)
  const finished = await finish(provider.person, answer)
  const [stored] = await test.db.asOwner<{ text: string }>(
    `select string_agg(c::text, '') as text from app.outside_calendars c where c.clinic_id = $1`,
    [clinic.id],
  )
  expect(stored?.text).not.toMatch(/sandbox\.|1\/\//)
  expect(JSON.stringify([finished, await own(), await readNow(finished.id)])).not.toMatch(/sandbox\.|1\/\//)
})

it('stores nothing and gives the consent back if the first read fails', async () => {
  for (const [status, code] of [
    [403, 'calendar_not_allowed'],
    [404, 'calendar_not_allowed'],
    [429, 'calendar_unavailable'],
    [500, 'calendar_unavailable'],
  ] as const) {
    const { answer } = await consent('google', provider.person)
    google.asked.length = 0
    google.answer = (path) => (path.startsWith('/api/') ? new Response('{}', { status }) : undefined)
    await expect(finish(provider.person, answer)).rejects.toMatchObject({ code })
    await test.services.jobs.drain()
    expect(google.asked.some(({ path }) => path === '/revoke')).toBe(true)
    google.answer = () => undefined
  }
  expect(await own()).toEqual([])
})

it.each(names)(
  'reads %s before a booking and every five minutes, and stores a replaced token',
  async (name) => {
    await connect(name)
    services[name].busy = [at('18:00', '19:00')]
    test.clock.advance('PT1M')
    await hold('14:30')
    await expect(hold('18:30')).rejects.toMatchObject({ code: 'time_taken' })
    for (let count = 0; count < 3; count++) {
      test.clock.advance('PT5M')
      services[name].asked.length = 0
      await runJob()
      expect(services[name].asked.some(({ path }) => path.startsWith('/api/'))).toBe(true)
    }
    expect(await own()).toMatchObject([{ failure: null, readAt: test.clock.now().toISOString() }])
  },
)

it.each(names)(
  'a consent withdrawn at %s: the last times stay, one notice, connected again',
  async (name) => {
    const { id } = await connect(name)
    const readAt = test.clock.now().toISOString()
    await services[name].withdraw()
    for (let count = 0; count < 3; count++) {
      test.clock.advance('PT5M')
      await runJob()
    }
    expect(await own()).toMatchObject([{ id, failure: 'revoked', readAt }])
    expect(await readNow(id)).toMatchObject({ failure: 'revoked' })
    await expect(hold('14:30')).rejects.toMatchObject({ code: 'time_taken' })
    await hold('15:30')
    expect(await noticesOf(provider.person)).toHaveLength(1)

    services[name].busy = []
    expect(await connect(name)).toMatchObject({ id })
    expect(await own()).toMatchObject([{ failure: null, readAt: test.clock.now().toISOString() }])
    expect(await offered()).toContain('14:15')
    await services[name].withdraw()
    test.clock.advance('PT5M')
    await runJob()
    expect(await noticesOf(provider.person)).toHaveLength(2)
  },
)

it('waits as long as a service requests, and bookings do not wait for it', async () => {
  const { id } = await connect()
  google.answer = (path) =>
    path.startsWith('/api/')
      ? new Response('{}', { status: 429, headers: { 'retry-after': '1200' } })
      : undefined
  test.clock.advance('PT5M')
  await runJob()
  google.asked.length = 0
  for (let count = 0; count < 3; count++) {
    test.clock.advance('PT5M')
    await runJob()
    await readNow(id)
  }
  await hold('15:30')
  expect(google.asked).toEqual([])
  expect(await own()).toMatchObject([{ failure: 'busy' }])
  google.answer = () => undefined
  test.clock.advance('PT5M')
  await runJob()
  expect(await own()).toMatchObject([{ failure: null }])
})

it('a member who leaves the team is disconnected, also at Google', async () => {
  const leaving = await aProvider(test.db, clinic)
  await connect('google', leaving.person)
  await connect('google')
  await test.db.asOwner(
    `update clinic_memberships set status = 'invited', suspended_at = now() where clinic_id = $1 and user_id = $2`,
    [clinic.id, leaving.person.userId],
  )
  google.asked.length = 0
  await runJob()
  await test.services.jobs.drain()
  expect(google.asked.filter(({ path }) => path === '/revoke')).toHaveLength(1)
  const rows = await test.db.asOwner<{ provider_id: string }>(
    'select provider_id from app.outside_calendars where clinic_id = $1',
    [clinic.id],
  )
  expect(rows).toEqual([{ provider_id: provider.id }])
})

it('the end at Google is retried until Google answers', async () => {
  const { id } = await connect()
  google.answer = (path) => (path === '/revoke' ? new Response('', { status: 503 }) : undefined)
  await removeOutsideCalendar.call(test.services, provider.person.caller(), { id })
  await expect(test.services.jobs.drain()).rejects.toThrow()
  expect(await own()).toEqual([])
})

it('belongs to its provider: no colleague or other clinic reads or removes it', async () => {
  const { id } = await connect()
  const colleague = (await aProvider(test.db, clinic)).person
  const other = (await aProvider(test.db, await aClinic(test.db))).person
  for (const person of [colleague, other]) {
    expect(await own(person)).toEqual([])
    await expect(readNow(id, person)).rejects.toMatchObject({ code: 'not_found' })
    await removeOutsideCalendar.call(test.services, person.caller(), { id })
  }
  expect(await own()).toHaveLength(1)
})

it('leaves out the clinic’s own visits, whose invitations the calendar may hold', async () => {
  // 10:00 in New York, for half an hour
  await anAppointment(test.db, clinic, patient, { providerId: provider.id, date: monday, time: '10:00' })
  google.busy = [at('13:45', '16:00'), at('14:00', '14:30'), at('17:00', '18:00')]
  await connect()
  const rows = await test.db.asOwner<{ from: Date; until: Date }>(
    `select lower(busy) as from, upper(busy) as until from app.outside_busy_times where clinic_id = $1 order by busy`,
    [clinic.id],
  )
  const times = rows.map(({ from, until }) => ({ from: from.getTime(), until: until.getTime() }))
  expect(times).toEqual([at('13:45', '14:00'), at('14:30', '16:00'), at('17:00', '18:00')])
})
