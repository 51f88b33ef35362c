import { expect, it } from 'vitest'
import type { VisitObstacles } from '#domain/appointments/appointments.ts'
import { anAppointment, aProvider, aRoom, aScheduleException } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { scheduleAppointment } from './schedule-appointment.ts'
import { visitObstacles } from './visit-obstacles.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aStaffMember(test.db, clinic)

const form = (changes: object) => ({
  appointmentType: 'checkup',
  providerId: '',
  roomId: '',
  date: '2026-03-16',
  time: '09:00',
  duration: 30,
  ...changes,
})
const ask = async (changes: object, by: Member = ann) =>
  (
    (await visitObstacles.call(test.services, by.caller(), {
      patientId: '',
      ...form(changes),
    })) as VisitObstacles
  ).dates
const only = async (changes: object) => (await ask(changes)).map(({ obstacle }) => obstacle)

// spec: B2.15 The form names what prevents a visit
it('lists conflicts of a visit: the provider, the room, the patient, the clocks, the day, the hours', async () => {
  const provider = await aProvider(test.db, clinic)
  const patient = await aPatient(test.db, clinic)
  const roomId = await aRoom(test.db, clinic)
  const taken = { providerId: provider.id, roomId, patientId: patient.patientId, notes: '' }
  await scheduleAppointment.call(test.services, ann.caller(), form(taken))
  const other = await aProvider(test.db, clinic)
  expect(await only({ providerId: provider.id, time: '09:15' })).toEqual(['provider'])
  expect(await only({ providerId: other.id, roomId, time: '09:15' })).toEqual(['room'])
  expect(await only({ providerId: other.id, patientId: patient.patientId, time: '09:15' })).toEqual([
    'patient',
  ])
  expect(await only({ ...taken, notes: undefined, time: '09:30' })).toEqual([null])
  expect(await only({ providerId: provider.id, time: '08:45', duration: 30 })).toEqual(['provider'])
  expect(await only({ providerId: provider.id, time: '16:45' })).toEqual(['outside'])
  expect(await only({ providerId: '', time: '20:00' })).toEqual([null])
  await test.db.asOwner('update appointments set after_minutes = 10 where patient_id = $1', [
    patient.patientId,
  ])
  expect(await only({ providerId: provider.id, time: '09:30' })).toEqual(['buffer'])
  expect(await only({ date: '2026-03-09' })).toEqual(['past'])
  // a new visit may be recorded afterwards, one ahead does not move before now
  expect(await only({ date: '2026-03-10', time: '10:30' })).toEqual([null])
  const { id } = await anAppointment(test.db, clinic, patient, { date: '2026-03-20' })
  expect(await only({ appointmentId: id, date: '2026-03-10', time: '10:30' })).toEqual(['past'])
  expect(await only({ date: '2027-03-14', time: '02:30' })).toEqual(['skipped'])
  await aScheduleException(test.db, clinic, '2026-07-03')
  expect(await only({ date: '2026-07-03' })).toEqual(['outside'])
})

it('lists the taken dates of a series across a daylight saving change, and books the others', async () => {
  const provider = await aProvider(test.db, clinic)
  const [patient, other] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  // the clocks go back on November 1: 9:00 is an hour later in UTC
  await anAppointment(test.db, clinic, other, { providerId: provider.id, date: '2026-11-02' })
  const series = {
    providerId: provider.id,
    patientId: patient.patientId,
    date: '2026-10-26',
    repeat: { everyDays: 7, until: '2026-11-15' },
  }
  expect(await ask(series)).toEqual([
    { date: '2026-10-26', obstacle: null },
    { date: '2026-11-02', obstacle: 'provider' },
    { date: '2026-11-09', obstacle: null },
  ])
  const booked = { ...form(series), notes: '', repeat: { ...series.repeat, without: ['2026-11-02'] } }
  expect(await scheduleAppointment.call(test.services, ann.caller(), booked)).toMatchObject({ booked: 2 })
  expect(
    await test.db.asOwner(
      `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at from appointments
        where patient_id = $1 order by 1`,
      [patient.patientId],
    ),
  ).toEqual([{ at: '2026-10-26 13:00' }, { at: '2026-11-09 14:00' }])
})

it('ignores the own times of a moved visit and all later ones of its series', async () => {
  const provider = await aProvider(test.db, clinic)
  const [patient, other] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const { appointmentId } = (await scheduleAppointment.call(test.services, ann.caller(), {
    ...form({ providerId: provider.id, patientId: patient.patientId, date: '2026-04-06' }),
    notes: '',
    repeat: { everyDays: 7, count: 3 },
  })) as { appointmentId: string }
  await anAppointment(test.db, clinic, other, { providerId: provider.id, date: '2026-04-14', time: '10:00' })
  const moved = { appointmentId, providerId: provider.id, date: '2026-04-07', time: '10:00' }
  expect(await ask({ ...moved, date: '2026-04-13', time: '09:00', scope: 'following' })).toEqual([
    { date: '2026-04-13', obstacle: null },
    { date: '2026-04-20', obstacle: null },
    { date: '2026-04-27', obstacle: null },
  ])
  expect(await ask({ ...moved, scope: 'following' })).toEqual([
    { date: '2026-04-07', obstacle: null },
    { date: '2026-04-14', obstacle: 'provider' },
    { date: '2026-04-21', obstacle: null },
  ])
  expect(await ask(moved)).toEqual([{ date: '2026-04-07', obstacle: null }])
})

it('lists what visits retain that were changed separately, and checks each at its own time and provider', async () => {
  const [provider, second] = [await aProvider(test.db, clinic), await aProvider(test.db, clinic)]
  const [patient, other] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const { appointmentId } = (await scheduleAppointment.call(test.services, ann.caller(), {
    ...form({ providerId: provider.id, patientId: patient.patientId, date: '2026-05-04' }),
    notes: '',
    repeat: { everyDays: 7, count: 4 },
  })) as { appointmentId: string }
  await test.db.asOwner(
    `update appointments set time = '14:00' where patient_id = $1 and date = '2026-05-11'`,
    [patient.patientId],
  )
  await test.db.asOwner(
    `update appointments set provider_id = $2 where patient_id = $1 and date = '2026-05-18'`,
    [patient.patientId, second.id],
  )
  // the second provider has another visit at ten on May 18, the first one on May 11
  await anAppointment(test.db, clinic, other, { providerId: second.id, date: '2026-05-18', time: '10:00' })
  await anAppointment(test.db, clinic, other, { providerId: provider.id, date: '2026-05-11', time: '10:00' })
  const moved = {
    appointmentId,
    providerId: provider.id,
    date: '2026-05-04',
    time: '10:00',
    scope: 'following',
  }
  expect(await ask(moved)).toEqual([
    { date: '2026-05-04', obstacle: null },
    { date: '2026-05-11', obstacle: null, own: { time: '14:00', retains: ['time'] } },
    { date: '2026-05-18', obstacle: 'provider' },
    { date: '2026-05-25', obstacle: null },
  ])
  expect(await ask({ ...moved, includesOwn: true })).toEqual([
    { date: '2026-05-04', obstacle: null },
    { date: '2026-05-11', obstacle: 'provider' },
    { date: '2026-05-18', obstacle: 'provider' },
    { date: '2026-05-25', obstacle: null },
  ])
})

it('is closed to read-only members and patients, and shows nothing of other clinics', async () => {
  const patient = await aPatient(test.db, clinic)
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  for (const person of [viewer, patient])
    await expect(ask({}, person)).rejects.toMatchObject({ code: 'not_allowed' })
  const there = await aClinic(test.db)
  const theirs = await aPatient(test.db, there)
  await expect(ask({ patientId: theirs.patientId })).rejects.toMatchObject({ code: 'invalid_input' })
  const { id } = await anAppointment(test.db, there, theirs)
  await expect(ask({ appointmentId: id })).rejects.toMatchObject({ code: 'not_found' })
})

it('names the first available, and the dates on which that provider is not free', async () => {
  const here = await aClinic(test.db, { timeZone: 'America/New_York' })
  const desk = await aStaffMember(test.db, here)
  const provider = await aProvider(test.db, here)
  await anAppointment(test.db, here, await aPatient(test.db, here), { providerId: provider.id })
  const find = async (changes: object = {}) =>
    (await visitObstacles.call(test.services, desk.caller(), {
      ...{ patientId: '', firstAvailable: true, ...form(changes) },
    })) as VisitObstacles
  const date = '2026-03-16'
  expect(await find()).toEqual({ providerId: null, dates: [{ date, obstacle: 'nobody' }] })
  expect(await find({ time: '09:30' })).toEqual({
    providerId: provider.id,
    dates: [{ date, obstacle: null }],
  })
  expect(await find({ repeat: { everyDays: 7, count: 2 } })).toEqual({
    providerId: provider.id,
    dates: [
      { date, obstacle: 'nobody' },
      { date: '2026-03-23', obstacle: null },
    ],
  })
  // the reason on a Saturday is the hours, not another visit
  const saturday = await find({ time: '09:30', repeat: { everyDays: 5, count: 2 } })
  expect(saturday.dates).toEqual([
    { date, obstacle: null },
    { date: '2026-03-21', obstacle: 'nobody', hours: [] },
  ])
  const chosen = await find({ providerId: provider.id })
  expect(chosen).toEqual({ providerId: null, dates: [{ date, obstacle: 'provider' }] })
})

it('says when the provider works on a day, or that the provider is off', async () => {
  const provider = await aProvider(test.db, clinic, { days: [1], closes: '16:30' })
  const [worked] = await ask({ providerId: provider.id, date: '2026-08-03', time: '16:15' })
  expect(worked).toEqual({ date: '2026-08-03', obstacle: 'outside', hours: [{ from: 540, until: 990 }] })
  const [off] = await ask({ providerId: provider.id, date: '2026-08-04' })
  expect(off).toEqual({ date: '2026-08-04', obstacle: 'outside', hours: [] })
})
