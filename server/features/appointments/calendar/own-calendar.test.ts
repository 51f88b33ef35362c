import { beforeEach, expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import {
  aClinic,
  aPatient,
  aStaffMember,
  type Member,
  type Patient,
  type TestClinic,
} from '#testing/sign-in/people.ts'
import { saveSchedulingSettings } from '../scheduling/save-scheduling-settings.ts'
import { calendarFeed } from './calendar-feed.ts'
import { makeCalendarAddress, ownCalendar, revokeCalendarAddress } from './own-calendar.ts'

let clinic: TestClinic
let patient: Patient
let provider: { id: string; person: Member }
const test = await setUpServices({ now: '2026-03-10T15:00:00Z' })
beforeEach(async () => {
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  patient = await aPatient(test.db, clinic)
  provider = await aProvider(test.db, clinic)
  await test.db.asOwner(`update patients set full_name = 'Quirin Quill' where id = $1`, [patient.patientId])
})

const make = async () =>
  ((await makeCalendarAddress.call(test.services, provider.person.caller(), {})) as { address: string })
    .address
const read = (address: string) =>
  calendarFeed(test.services)(new Request(address), {
    requestId: crypto.randomUUID(),
    address: '203.0.113.5',
  })
const own = () => ownCalendar.call(test.services, provider.person.caller(), {})

// spec: B2.15 A private calendar address shows the provider’s visits
it('shows the provider’s visits, not those of others, without names', async () => {
  expect(await own()).toEqual({ isProvider: true, createdAt: null, hasNames: false })
  const address = await make()
  expect(await own()).toMatchObject({ createdAt: '2026-03-10T15:00:00.000Z' })
  const visit = await anAppointment(test.db, clinic, patient, {
    providerId: provider.id,
    notes: 'about the knee',
  })
  await anAppointment(test.db, clinic, patient, {
    time: '11:00',
    providerId: (await aProvider(test.db, clinic)).id,
  })
  await anAppointment(test.db, clinic, patient, {
    time: '12:00',
    providerId: provider.id,
    status: 'canceled',
  })
  const answer = await read(address)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  const file = await answer.text()
  expect(file.match(/^UID:.*$/gm)).toEqual([`UID:${visit.id}\r`.trimEnd()])
  expect(file).toContain('REFRESH-INTERVAL;VALUE=DURATION:PT1H')
  expect(file).not.toMatch(/quirin|knee|check/i)
})

it('names patients where the clinic allows it, and audits each read', async () => {
  await saveSchedulingSettings.call(test.services, clinic.admin.caller(), { version: 0, calendarNames: true })
  await anAppointment(test.db, clinic, patient, { providerId: provider.id })
  expect(await (await read(await make())).text()).toContain('SUMMARY:Quirin Quill')
  expect(
    await test.db.asOwner(
      `select patient_ids from app.audit_log where clinic_id = $1 and action = 'record.read' and purpose = 'calendar'`,
      [clinic.id],
    ),
  ).toEqual([{ patient_ids: [patient.patientId] }])
})

it('ends when it is replaced or revoked, and when the provider leaves', async () => {
  const first = await make()
  const second = await make()
  expect([(await read(first)).status, (await read(second)).status]).toEqual([404, 200])
  await revokeCalendarAddress.call(test.services, provider.person.caller(), {})
  await revokeCalendarAddress.call(test.services, provider.person.caller(), {})
  expect((await read(second)).status).toBe(404)
  const third = await make()
  await test.db.asOwner('update clinic_memberships set ended_at = now() where id = $1', [
    provider.person.membershipId,
  ])
  expect((await read(third)).status).toBe(404)
  expect((await read(third.replace(/key=.*/, 'key='))).status).toBe(404)
})

it('stores the key’s hash only', async () => {
  const key = new URL(await make()).searchParams.get('key') ?? ''
  const [row] = await test.db.asOwner<{ matches: boolean }>(
    'select key_hash = sha256($2::bytea) as matches from app.calendar_addresses where provider_id = $1',
    [provider.id, Buffer.from(key)],
  )
  expect(row).toEqual({ matches: true })
})

it('is for members who see patients', async () => {
  const staff = await aStaffMember(test.db, clinic)
  expect(await ownCalendar.call(test.services, staff.caller(), {})).toMatchObject({ isProvider: false })
  await expect(makeCalendarAddress.call(test.services, staff.caller(), {})).rejects.toMatchObject({
    code: 'not_found',
  })
})

it('is limited by network', async () => {
  const answers: number[] = []
  for (let count = 0; count < 62; count++)
    answers.push(
      (
        await calendarFeed(test.services)(
          new Request('http://x.carefold.localhost/calendars/v1/times.ics?key=a'),
          {
            requestId: crypto.randomUUID(),
            address: '203.0.113.77',
          },
        )
      ).status,
    )
  expect(answers).toContain(429)
})
