import { expect, it } from 'vitest'
import { aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { scheduleAppointment } from './schedule-appointment.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aStaffMember(test.db, clinic)
const patient = await aPatient(test.db, clinic)
const provider = await aProvider(test.db, clinic)

const form = (changes: object = {}) => ({
  patientId: patient.patientId,
  appointmentType: 'checkup',
  providerId: provider.id,
  roomId: '',
  date: '2026-03-16',
  time: '09:00',
  duration: 30,
  notes: '',
  ...changes,
})
const schedule = (changes: object = {}, by: Member = ann) =>
  scheduleAppointment.call(test.services, by.caller(), form(changes)) as Promise<{
    appointmentId: string
    booked: number
  }>
const rowsOf = (patientId: string) =>
  test.db.asOwner(
    `select to_char(starts_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI') as at, date, time, status from appointments
      where patient_id = $1 order by starts_at`,
    [patientId],
  )

it('books a visit as upcoming, and notifies its provider', async () => {
  const { appointmentId } = await schedule()
  expect(await rowsOf(patient.patientId)).toEqual([
    { at: '2026-03-16 13:00', date: '2026-03-16', time: '09:00', status: 'upcoming' },
  ])
  expect(
    await test.db.asOwner('select kind, subject_id from user_notices where user_id = $1', [
      provider.person.userId,
    ]),
  ).toEqual([{ kind: 'appointment_booked', subject_id: appointmentId }])
})

it.each([
  ['patientId', { patientId: '' }, 'Patient is required'],
  ['appointmentType', { appointmentType: '' }, 'Appointment type is required'],
  ['date', { date: '' }, 'Date is required'],
  ['time', { time: '' }, 'Time is required'],
  ['duration', { duration: 14 }, 'Duration must be at least 15 minutes'],
  ['date', { date: '2026-03-09' }, 'This day has passed. Please choose today or a later day.'],
  ['patientId', { patientId: crypto.randomUUID() }, 'This patient is no longer at your clinic.'],
  ['providerId', { providerId: crypto.randomUUID() }, /no longer sees patients/],
  ['roomId', { roomId: crypto.randomUUID() }, /no longer in use/],
  ['appointmentType', { appointmentType: 'surgery' }, /no longer offers/],
  ['time', { date: '2027-03-14', time: '02:30' }, /clocks go forward/],
])('refuses a wrong %s %j', async (path, wrong, message) => {
  await expect(schedule(wrong)).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path, message: typeof message === 'string' ? message : expect.stringMatching(message) }],
  })
})

it('has one winner for one time, and names the conflict', async () => {
  const others = await Promise.all(Array.from({ length: 8 }, () => aPatient(test.db, clinic)))
  const tries = await Promise.allSettled(
    others.map(({ patientId }) => schedule({ patientId, time: '11:00' })),
  )
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  for (const each of tries)
    if (each.status === 'rejected')
      expect(each.reason).toMatchObject({
        code: 'time_taken',
        fields: [
          {
            path: 'time',
            message: 'The provider has another visit at this time, or needs it before or after one.',
          },
        ],
      })
})

it('repeats on weekdays and on the last weekday of a month, at the same wall time across clock changes', async () => {
  const [weekly, monthly] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const series = { date: '2026-10-30', time: '16:30', duration: 15 }
  expect(
    await schedule({
      ...series,
      patientId: weekly.patientId,
      repeat: { everyWeeks: 1, weekdays: [1, 3, 5], count: 4 },
    }),
  ).toMatchObject({ booked: 4 })
  expect((await rowsOf(weekly.patientId)).map(({ at }) => at)).toEqual([
    ...['2026-10-30 20:30', '2026-11-02 21:30', '2026-11-04 21:30', '2026-11-06 21:30'],
  ])
  expect(
    await schedule({
      ...series,
      patientId: monthly.patientId,
      time: '16:00',
      repeat: { everyMonths: 1, nth: 5, count: 3 },
    }),
  ).toMatchObject({ booked: 3 })
  expect((await rowsOf(monthly.patientId)).map(({ at }) => at)).toEqual([
    ...['2026-10-30 20:00', '2027-01-29 21:00', '2027-04-30 20:00'],
  ])
  expect(
    await test.db.asOwner(
      `select every_weeks, weekdays, every_months, nth from appointment_series where patient_id in ($1, $2)
        order by every_weeks`,
      [weekly.patientId, monthly.patientId],
    ),
  ).toEqual([
    { every_weeks: 1, weekdays: [1, 3, 5], every_months: null, nth: null },
    { every_weeks: null, weekdays: null, every_months: 1, nth: 5 },
  ])
})

it('repeats at the same wall time across a daylight saving change, all or nothing', async () => {
  const someone = await aPatient(test.db, clinic)
  const series = {
    patientId: someone.patientId,
    date: '2026-10-26',
    time: '14:00',
    repeat: { everyDays: 7, count: 2 },
  }
  expect(await schedule(series)).toMatchObject({ booked: 2 })
  expect(await rowsOf(someone.patientId)).toMatchObject([
    { at: '2026-10-26 18:00', time: '14:00' },
    { at: '2026-11-02 19:00', time: '14:00' },
  ])
  const other = await aPatient(test.db, clinic)
  await expect(
    schedule({
      ...series,
      patientId: other.patientId,
      date: '2026-10-19',
      repeat: { everyDays: 7, count: 3 },
    }),
  ).rejects.toMatchObject({
    code: 'time_taken',
    fields: [
      {
        path: 'time',
        message:
          'Oct 26, 2026: The provider has another visit at this time, or needs it before or after one.',
      },
    ],
  })
  expect(await rowsOf(other.patientId)).toEqual([])
})

it('gives a visit to the first provider who offers the kind, works and is free, only if asked', async () => {
  const here = await aClinic(test.db, { timeZone: 'America/New_York' })
  const desk = await aStaffMember(test.db, here)
  const [late, other] = [await aProvider(test.db, here, { opens: '10:00' }), await aProvider(test.db, here)]
  await test.db.asOwner(
    `update providers set name = case id when $1 then 'A late riser' when $2 then 'B free' end where clinic_id = $3`,
    [late.id, other.id, here.id],
  )
  const book = async (changes: object = {}) => {
    const { patientId } = await aPatient(test.db, here)
    return (await schedule(
      { patientId, providerId: '', firstAvailable: true, ...changes },
      desk,
    )) as unknown as {
      providerId: string | null
    }
  }
  expect((await book()).providerId).toBe(other.id)
  expect((await book({ time: '10:05' })).providerId).toBe(late.id)
  expect((await book({ time: '10:05' })).providerId).toBe(other.id)
  const nobodyFree = {
    code: 'invalid_input',
    fields: [{ path: 'providerId', message: expect.stringContaining('No provider is free at this time') }],
  }
  await expect(book({ time: '10:05' })).rejects.toMatchObject(nobodyFree)
  await expect(book({ time: '20:00' })).rejects.toMatchObject(nobodyFree)
  expect((await book({ time: '10:05', firstAvailable: undefined })).providerId).toBeNull()
  expect((await book({ time: '09:30', providerId: late.id })).providerId).toBe(late.id)

  await test.db.asOwner(`update providers set types = '{therapy}' where id = $1`, [other.id])
  await expect(book({ date: '2026-03-17', time: '09:00' })).rejects.toMatchObject(nobodyFree)
  const repeat = { everyDays: 7, count: 2 }
  expect((await book({ date: '2026-03-17', time: '11:00', repeat })).providerId).toBe(late.id)
  await expect(book({ date: '2026-03-10', time: '11:00', repeat })).rejects.toMatchObject({
    fields: [{ path: 'providerId', message: expect.stringContaining('all of these dates') }],
  })
})

it('gives the free providers to bookings that come at the same time', async () => {
  const here = await aClinic(test.db, { timeZone: 'America/New_York' })
  const desk = await aStaffMember(test.db, here)
  await aProvider(test.db, here)
  await aProvider(test.db, here)
  const people = await Promise.all(Array.from({ length: 3 }, () => aPatient(test.db, here)))
  const tries = await Promise.allSettled(
    people.map(({ patientId }) => schedule({ patientId, providerId: '', firstAvailable: true }, desk)),
  )
  const booked = tries.flatMap((each) =>
    each.status === 'fulfilled' ? [(each.value as unknown as { providerId: string }).providerId] : [],
  )
  expect(new Set(booked).size).toBe(2)
  expect(booked).toHaveLength(2)
})
