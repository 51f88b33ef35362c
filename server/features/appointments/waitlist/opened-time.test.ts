// The waitlist is offered what a change of hours, of days off or an ended hold opens, and not what was free before.
import { beforeEach, expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { setUpServices } from '#testing/set-up.ts'
import { aClinic, aPatient, type Patient, type TestClinic } from '#testing/sign-in/people.ts'
import { cancelAppointment } from '../booking/cancel-appointment.ts'
import { holdTime } from '../booking/hold-time.ts'
import { scheduleAppointment } from '../booking/schedule-appointment.ts'
import { removeScheduleException } from '../scheduling/remove-schedule-exception.ts'
import { saveProvider } from '../scheduling/save-provider.ts'
import { saveScheduleException } from '../scheduling/save-schedule-exception.ts'
import { joinWaitlist } from './join-waitlist.ts'
import { offerTimes } from './offer-times.ts'

const start = '2026-03-10T15:00:00Z'
let clinic: TestClinic
let provider: Awaited<ReturnType<typeof aProvider>>
let ann: Patient
const test = await setUpServices({ now: start })
beforeEach(async () => {
  test.clock.setOffset(0)
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  provider = await aProvider(test.db, clinic)
  ann = await aPatient(test.db, clinic)
  await joinWaitlist.call(test.services, ann.caller(), {
    appointmentType: 'checkup',
    providerId: '',
    appointmentId: null,
    days: [],
    opens: null,
    closes: null,
    until: '2026-04-30',
  })
})

const run = () => offerTimes(test.services).run({})
const asAdmin = () => clinic.admin.caller()
const offered = async () =>
  (
    await test.db.asOwner<{ starts_at: Date }>(
      `select starts_at from waitlist_offers where clinic_id = $1 and status = 'open'`,
      [clinic.id],
    )
  ).map((row) => row.starts_at.toISOString())
const openings = async () =>
  (
    await test.db.asOwner<{ opens_at: Date; closes_at: Date }>(
      'select opens_at, closes_at from app.waitlist_openings where clinic_id = $1 and closed_at is null order by opens_at',
      [clinic.id],
    )
  ).map(({ opens_at: from, closes_at: until }) => [from.toISOString(), until.toISOString()])

const timeOff = async (changes: object = {}) =>
  (
    (await saveScheduleException.call(test.services, asAdmin(), {
      providerId: null,
      kind: 'off',
      title: '',
      startsOn: '2026-03-16',
      endsOn: '2026-03-16',
      opens: null,
      closes: null,
      ...changes,
    })) as { exceptionId: string }
  ).exceptionId
const remove = (exceptionId: string) =>
  removeScheduleException.call(test.services, asAdmin(), { exceptionId })
const hours = (opens: string, closes: string, days = [1, 2, 3, 4, 5]) =>
  days.map((day) => ({ day, opens, closes, validFrom: '2020-01-01', validUntil: null }))
const save = (version: number, changes: object = {}) =>
  saveProvider.call(test.services, asAdmin(), {
    providerId: provider.id,
    version,
    userId: provider.person.userId,
    name: 'Dr. Okafor',
    title: '',
    types: [],
    isActive: true,
    hours: hours('09:00', '17:00'),
    ...changes,
  })

it('a removed holiday opens the hours of providers who work on it, and no others', async () => {
  const holiday = await timeOff()
  expect(await openings()).toEqual([])
  await remove(holiday)
  expect(await openings()).toHaveLength(8)
  await run()
  expect(await offered()).toEqual(['2026-03-16T13:00:00.000Z'])
})

it('time off withdraws the offers in it, and no others', async () => {
  await remove(await timeOff())
  await run()
  await timeOff({ startsOn: '2026-03-17', endsOn: '2026-03-17' })
  expect(await offered()).toEqual(['2026-03-16T13:00:00.000Z'])
  await timeOff({ providerId: provider.id })
  expect(await offered()).toEqual([])
  await run()
  expect(await offered()).toEqual([])
})

it('time off that another one still covers opens nothing', async () => {
  await timeOff()
  await remove(await timeOff({ providerId: provider.id, opens: '12:00', closes: '13:00' }))
  expect(await openings()).toEqual([])
})

it('changed hours open what they add: an evening, a day, a provider who is back', async () => {
  await save(1)
  expect(await openings()).toEqual([])
  await save(2, { hours: [...hours('09:00', '17:00'), ...hours('17:00', '18:00', [1])] })
  const evenings = await openings()
  expect(evenings[0]).toEqual(['2026-03-16T21:00:00.000Z', '2026-03-16T22:00:00.000Z'])
  expect(evenings).toHaveLength(8)
  await run()
  expect(await offered()).toEqual(['2026-03-16T21:00:00.000Z'])
  await test.db.asOwner('update app.waitlist_openings set closed_at = now() where clinic_id = $1', [
    clinic.id,
  ])
  await save(3, { isActive: false })
  expect(await openings()).toEqual([])
  await save(4, { hours: hours('09:00', '10:00', [2]) })
  expect((await openings())[0]).toEqual(['2026-03-17T13:00:00.000Z', '2026-03-17T14:00:00.000Z'])
})

it('extra hours open only what weekly hours do not include', async () => {
  const extra = { providerId: provider.id, kind: 'extra', opens: '16:00', closes: '18:00' }
  await timeOff(extra)
  expect(await openings()).toEqual([['2026-03-16T21:00:00.000Z', '2026-03-16T22:00:00.000Z']])
})

it('an opening waits until a hold on its time ends, and is then offered', async () => {
  const booked = (await scheduleAppointment.call(test.services, asAdmin(), {
    patientId: (await aPatient(test.db, clinic)).patientId,
    appointmentType: 'checkup',
    providerId: provider.id,
    roomId: '',
    date: '2026-03-16',
    time: '09:00',
    duration: 30,
    notes: '',
  })) as { appointmentId: string }
  test.clock.advance('PT1M')
  await cancelAppointment.call(test.services, asAdmin(), { appointmentId: booked.appointmentId, reason: '' })
  // it can no longer be undone
  test.clock.advance('PT45S')
  const quick = await aPatient(test.db, clinic)
  await holdTime.call(test.services, quick.caller(), {
    appointmentType: 'checkup',
    providerId: provider.id,
    startsAt: '2026-03-16T13:00:00Z',
  })
  await run()
  expect(await offered()).toEqual([])
  test.clock.advance('PT11M')
  await run()
  expect(await offered()).toEqual(['2026-03-16T13:00:00.000Z'])
})

it('a clinic that opens a month does not delay another clinic', async () => {
  await save(1, { hours: hours('09:00', '17:00', [1, 2, 3, 4, 5, 6, 7]) })
  const other = await aClinic(test.db, { timeZone: 'America/New_York' })
  const theirs = await aProvider(test.db, other)
  const ben = await aPatient(test.db, other)
  await joinWaitlist.call(test.services, ben.caller(), {
    appointmentType: 'checkup',
    providerId: theirs.id,
    appointmentId: null,
    days: [6],
    opens: null,
    closes: null,
    until: '2026-04-30',
  })
  await saveScheduleException.call(test.services, other.admin.caller(), {
    providerId: theirs.id,
    kind: 'extra',
    title: '',
    startsOn: '2026-03-21',
    endsOn: '2026-03-21',
    opens: '09:00',
    closes: '10:00',
  })
  await run()
  const asked = await test.db.asOwner(
    `select patient_id from waitlist_offers where status = 'open' and clinic_id in ($1, $2)`,
    [clinic.id, other.id],
  )
  expect(asked).toHaveLength(2)
})
