import { beforeEach, expect, it } from 'vitest'
import type { HeldTimesView } from '#domain/calendar/held-times.ts'
import type { OutsideCalendar, OwnOutsideCalendars } from '#domain/outside-calendars/outside-calendars.ts'
import { outsideCalendarTexts } from '#domain/texts/outside-calendars.ts'
import { anAppointment, aProvider, aVisitForm } from '#testing/appointments.ts'
import { aCalendarFile, testOutsideCalendars } from '#testing/calendars/outside-calendars.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { bookAppointment } from '../appointments/booking/book-appointment.ts'
import { holdTime } from '../appointments/booking/hold-time.ts'
import { visitObstacles } from '../appointments/booking/visit-obstacles.ts'
import { freeTimes } from '../appointments/calendar/free-times.ts'
import { heldTimes } from '../appointments/calendar/held-times.ts'
import {
  addOutsideCalendar,
  ownOutsideCalendars,
  readOutsideCalendarNow,
  removeOutsideCalendar,
} from './own-outside-calendars.ts'
import { readOutsideCalendars } from './read-calendars-job.ts'

const { errors } = outsideCalendarTexts
const calendars = testOutsideCalendars()
const monday = '2026-03-16'

let clinic: TestClinic
let patient: Patient
let provider: { id: string; person: Member }
let address: string
const test = await setUpServices({ now: '2026-03-10T15:00:00Z', outsideCalendars: calendars })
beforeEach(async () => {
  // the job reads those of all clinics
  await test.db.asOwner('delete from app.outside_calendars')
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  patient = await aPatient(test.db, clinic)
  provider = await aProvider(test.db, clinic)
  address = `https://calendar.example.com/${crypto.randomUUID()}.ics`
  calendars.files[address] = busy('140000', '150000')
  calendars.reads.length = 0
})

/** On the Monday, in UTC: four hours ahead of the clinic. */
const busy = (from: string, until: string, ...more: string[]) =>
  aCalendarFile([
    `DTSTART:20260316T${from}Z`,
    `DTEND:20260316T${until}Z`,
    'SUMMARY:Oncology appointment',
    ...more,
  ])
const add = (by: Member = provider.person, at = address) =>
  addOutsideCalendar.call(test.services, by.caller(), { address: at }) as Promise<{ id: string }>
const own = async (by: Member = provider.person) =>
  (await ownOutsideCalendars.call(test.services, by.caller(), {})) as OwnOutsideCalendars
const runJob = () => readOutsideCalendars(test.services).run({} as never)
const choice = (time: string) => ({
  appointmentType: 'checkup',
  providerId: provider.id,
  startsAt: `${monday}T${time}:00.000Z`,
})
const hold = (time: string) => holdTime.call(test.services, patient.caller(), choice(time))
const book = (time: string) => bookAppointment.call(test.services, patient.caller(), choice(time))
async function offered(): Promise<string[]> {
  const { times } = (await freeTimes.call(test.services, patient.caller(), {
    ...{ appointmentType: 'checkup', from: monday, days: 1 },
  })) as { times: { startsAt: string }[] }
  return times.map(({ startsAt }) => startsAt.slice(11, 16))
}

it('does not offer a provider’s busy times, and offers them again after the calendar is removed', async () => {
  expect(await offered()).toContain('14:15')
  const { id } = await add()
  const times = await offered()
  expect(times.filter((time) => time > '13:30' && time < '15:00')).toEqual([])
  expect(times).toEqual(expect.arrayContaining(['13:30', '15:00']))
  await expect(book('14:15')).rejects.toMatchObject({ code: 'time_taken' })
  await removeOutsideCalendar.call(test.services, provider.person.caller(), { id })
  await removeOutsideCalendar.call(test.services, provider.person.caller(), { id })
  expect(await own()).toEqual({ isProvider: true, services: [], calendars: [] })
  await book('14:15')
})

it('stores times and the host only, and the address encrypted', async () => {
  const { id } = await add()
  expect(await own()).toEqual({
    isProvider: true,
    services: [],
    calendars: [
      {
        ...{ id, source: 'address', host: 'calendar.example.com', failure: null },
        ...{ readAt: '2026-03-10T15:00:00.000Z', triedAt: '2026-03-10T15:00:00.000Z' },
      },
    ],
  })
  const [stored] = await test.db.asOwner<{ text: string }>(
    `select (select string_agg(c::text, '') from app.outside_calendars c where c.clinic_id = $1)
         || (select string_agg(b::text, '') from app.outside_busy_times b where b.clinic_id = $1) as text`,
    [clinic.id],
  )
  expect(stored?.text).not.toMatch(/Oncology|\.ics/)
})

it('shows the team the busy times by day, and warns the desk', async () => {
  calendars.files[address] = aCalendarFile(['DTSTART;VALUE=DATE:20260316', 'DTEND;VALUE=DATE:20260318'])
  await add()
  const on = async (from: string, days: number, by = clinic.admin) =>
    ((await heldTimes.call(test.services, by.caller(), { from, days })) as HeldTimesView).elsewhere
  expect(await on(monday, 7)).toEqual([
    { providerId: provider.id, startsAt: '2026-03-16T04:00:00.000Z', endsAt: '2026-03-17T04:00:00.000Z' },
    { providerId: provider.id, startsAt: '2026-03-17T04:00:00.000Z', endsAt: '2026-03-18T04:00:00.000Z' },
  ])
  expect(await on('2026-03-18', 1)).toEqual([])
  expect(await on(monday, 7, (await aClinic(test.db)).admin)).toEqual([])
  const obstacle = async (date: string) => {
    const visit = {
      ...aVisitForm(),
      patientId: patient.patientId,
      providerId: provider.id,
      date,
      time: '10:00',
    }
    const { dates } = (await visitObstacles.call(test.services, clinic.admin.caller(), visit)) as {
      dates: { obstacle: string | null }[]
    }
    return dates[0]?.obstacle
  }
  expect([await obstacle(monday), await obstacle('2026-03-18')]).toEqual(['elsewhere', null])
})

it.each([
  ['https://calendar.example.com/none.ics', errors.unreachable],
  ['ftp://calendar.example.com/a.ics', errors.wrong],
  ['https://user:secret@calendar.example.com/a.ics', errors.wrong],
  ['', errors.missing],
])('refuses %s at its field', async (at, message) => {
  await expect(add(provider.person, at)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'address', message }],
  })
  expect((await own()).calendars).toEqual([])
})

it('accepts webcal addresses, each once, and five of a provider, also from two tabs', async () => {
  await Promise.all(
    [add(provider.person, address.replace('https:', 'webcal:')), add()].map((sent) => sent.catch(String)),
  )
  expect((await own()).calendars).toHaveLength(1)
  for (let count = 0; count < 6; count++) {
    const next = `https://calendar.example.com/${clinic.id}-${count}.ics`
    calendars.files[next] = busy('160000', '170000')
    await add(provider.person, next).catch(() => undefined)
  }
  expect((await own()).calendars).toHaveLength(5)
})

it('belongs to its provider: no colleague, patient or other clinic reads, adds, reads again or removes', async () => {
  const { id } = await add()
  const colleague = await aProvider(test.db, clinic)
  const other = await aProvider(test.db, await aClinic(test.db))
  for (const person of [colleague.person, other.person]) {
    expect((await own(person)).calendars).toEqual([])
    const again = readOutsideCalendarNow.call(test.services, person.caller(), { id })
    await expect(again).rejects.toMatchObject({ code: 'not_found' })
    await removeOutsideCalendar.call(test.services, person.caller(), { id })
  }
  await expect(add(patient)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(add(clinic.admin)).rejects.toMatchObject({ code: 'not_found' })
  expect((await own()).calendars).toHaveLength(1)
})

it('reads the calendar before a booking, at most once a minute', async () => {
  await add()
  calendars.files[address] = busy('180000', '190000')
  await hold('14:30').then(
    () => expect.unreachable(),
    (error: { code: string }) => expect(error.code).toBe('time_taken'),
  )
  test.clock.advance('PT1M')
  calendars.reads.length = 0
  await hold('14:30')
  await expect(hold('18:30')).rejects.toMatchObject({ code: 'time_taken' })
  await book('14:30')
  expect(calendars.reads).toEqual([address])
})

it('applies the last times while the calendar does not answer, and says so', async () => {
  const { id } = await add()
  calendars.files[address] = 'unreachable'
  test.clock.advance('PT2H')
  await expect(hold('14:30')).rejects.toMatchObject({ code: 'time_taken' })
  await hold('15:30')
  expect((await own()).calendars[0]).toMatchObject({
    failure: 'unreachable',
    readAt: new Date(test.clock.now().getTime() - 2 * 3_600_000).toISOString(),
  })
  calendars.files[address] = busy('150000', '160000')
  test.clock.advance('PT1M')
  const read = (await readOutsideCalendarNow.call(test.services, provider.person.caller(), {
    id,
  })) as OutsideCalendar
  expect(read).toMatchObject({ failure: null, readAt: test.clock.now().toISOString() })
  await hold('14:30')
})

it('a booking goes on with the last times when the stored address cannot be decrypted any more', async () => {
  await add()
  await test.db.asOwner(`update app.outside_calendars set secret = '\\x00010203' where clinic_id = $1`, [
    clinic.id,
  ])
  test.clock.advance('PT2M')
  await expect(hold('14:30')).rejects.toMatchObject({ code: 'time_taken' })
  await hold('15:30')
  expect((await own()).calendars[0]).toMatchObject({ failure: 'gone' })
  await add()
  expect((await own()).calendars).toHaveLength(2)
})

it('the job reads every calendar, waits longer after each failure, and ends those of former members', async () => {
  await add()
  const leaving = await aProvider(test.db, clinic)
  const theirs = `${address}?leaving`
  calendars.files[theirs] = busy('140000', '150000')
  await add(leaving.person, theirs)
  await test.db.asOwner(
    `update clinic_memberships set status = 'invited', suspended_at = now() where clinic_id = $1 and user_id = $2`,
    [clinic.id, leaving.person.userId],
  )
  calendars.files[address] = 'gone'
  const readsOf = async (minutes: number) => {
    calendars.reads.length = 0
    test.clock.advance(`PT${minutes}M`)
    await runJob()
    return calendars.reads.filter((each) => each.startsWith(address)).length
  }
  expect([await readsOf(5), await readsOf(5), await readsOf(5), await readsOf(5), await readsOf(5)]).toEqual([
    1, 1, 0, 1, 0,
  ])
  const left = await test.db.asOwner('select id from app.outside_calendars where provider_id = $1', [
    leaving.id,
  ])
  expect(left).toEqual([])
})

it('a day later, repeated events reach a day further', async () => {
  calendars.files[address] = aCalendarFile([
    'DTSTART:20260316T140000Z',
    'DURATION:PT1H',
    'RRULE:FREQ=DAILY',
    'SUMMARY:Every day',
  ])
  await add()
  const last = async () => {
    const [row] = await test.db.asOwner<{ last: Date }>(
      'select max(upper(busy)) as last from app.outside_busy_times where clinic_id = $1',
      [clinic.id],
    )
    return row?.last.getTime() ?? 0
  }
  const before = await last()
  test.clock.advance('P1D')
  await runJob()
  expect((await last()) - before).toBe(86_400_000)
})

it('ignores the invitation to a visit of this clinic', async () => {
  const { id: visit } = await anAppointment(test.db, clinic, patient, { providerId: provider.id })
  calendars.files[address] = busy('170000', '180000').replace('UID:0@example.com', `UID:${visit}`)
  await add()
  expect(await offered()).toContain('17:15')
})

it('audits both, without the address', async () => {
  const { id } = await add()
  await removeOutsideCalendar.call(test.services, provider.person.caller(), { id })
  const rows = await test.db.asOwner<{ action: string; details: unknown }>(
    `select action, details from app.audit_log where clinic_id = $1 and action like 'schedule.outside%' order by occurred_at, id`,
    [clinic.id],
  )
  expect(rows).toEqual([
    { action: 'schedule.outside_calendar_added', details: {} },
    { action: 'schedule.outside_calendar_removed', details: {} },
  ])
})
