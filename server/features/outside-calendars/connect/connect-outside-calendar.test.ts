import { beforeEach, expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { testCalendarService } from '#testing/calendars/calendar-services.ts'
import { aCalendarFile, testOutsideCalendars } from '#testing/calendars/outside-calendars.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { addOutsideCalendar, ownOutsideCalendars } from '../own-outside-calendars.ts'
import { connectOutsideCalendar } from './connect-outside-calendar.ts'

const google = testCalendarService('google')
const calendars = testOutsideCalendars({}, { google: google.connection })

let clinic: TestClinic
let provider: Member
const test = await setUpServices({ now: '2026-03-10T15:00:00Z', outsideCalendars: calendars })
beforeEach(async () => {
  clinic = await aClinic(test.db)
  provider = (await aProvider(test.db, clinic)).person
})

const start = (by: Member, service = 'google') =>
  connectOutsideCalendar.call(test.services, by.caller(), { service }) as Promise<{ url: string }>

it('leads to the consent page, with a state that names nothing', async () => {
  const url = new URL((await start(provider)).url)
  expect(url.pathname).toBe('/sandbox/calendars/google/authorize')
  const state = Buffer.from(url.searchParams.get('state') ?? '', 'base64url').toString('latin1')
  expect(state).not.toMatch(new RegExp(`google|${clinic.subdomain}|${provider.userId}`))
})

it('stores the verifier encrypted, and one request of a provider at a service', async () => {
  await start(provider)
  await start(provider)
  const rows = await test.db.asOwner<{ session_id: string; expires_at: Date; verifier: Buffer; id: string }>(
    'select session_id, expires_at, verifier, id from app.outside_calendar_requests where clinic_id = $1',
    [clinic.id],
  )
  expect(rows).toMatchObject([
    { session_id: provider.sessionId, expires_at: new Date('2026-03-10T15:10:00Z') },
  ])
  expect(calendars.secrets.open(rows[0]?.verifier ?? Buffer.alloc(0), rows[0]?.id ?? '')).toMatch(
    /^[\w-]{43}$/,
  )
})

it('is for providers, and for services of this installation', async () => {
  await expect(start(clinic.admin)).rejects.toMatchObject({ code: 'not_found' })
  await expect(start(await aPatient(test.db, clinic))).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(start(provider, 'microsoft')).rejects.toMatchObject({ code: 'calendar_not_offered' })
  await expect(start(provider, 'https://evil.example')).rejects.toMatchObject({ code: 'invalid_input' })
  const own = await ownOutsideCalendars.call(test.services, provider.caller(), {})
  expect(own).toEqual({ isProvider: true, services: ['google'], calendars: [] })
})

it('refuses a sixth calendar', async () => {
  for (let count = 0; count < 5; count++) {
    const address = `https://calendar.example.com/${clinic.id}-${count}.ics`
    calendars.files[address] = aCalendarFile(['DTSTART:20260316T140000Z', 'DURATION:PT1H'])
    await addOutsideCalendar.call(test.services, provider.caller(), { address })
  }
  await expect(start(provider)).rejects.toMatchObject({ code: 'calendar_limit' })
})
