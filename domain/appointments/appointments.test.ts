import { describe, expect, it } from 'vitest'
import { appointmentForm, defaultDuration, defaultTime, firstTime } from './appointments.ts'
import { type AppointmentStatus, badgeOf, byDay, canChange, isLate } from './visits.ts'

const today = '2026-03-16'
const visit = (status: AppointmentStatus, date = today, time = '09:00') => ({
  status,
  date,
  time,
  startsAt: `${date}T${time}:00.000Z`,
})

// spec: B4 Appointments have the badges Completed, Today and Upcoming
describe('the badge', () => {
  it.each<[AppointmentStatus, string, string]>([
    ['completed', today, 'completed'],
    ['upcoming', today, 'today'],
    ['upcoming', '2026-03-17', 'upcoming'],
    ['upcoming', '2026-03-10', 'upcoming'],
    ['requested', today, 'requested'],
    ['no_show', today, 'no_show'],
  ])('shows a visit of %s on %s as %s', (status, date, says) => {
    expect(badgeOf(visit(status, date), today)).toBe(says)
  })
})

// spec: B4 A visit that has passed and is not upcoming has no button to reschedule or cancel
describe('rescheduling and canceling', () => {
  const now = new Date('2026-03-16T12:00:00Z')
  it.each<[string, AppointmentStatus, string, boolean]>([
    ['passed and completed', 'completed', '09:00', false],
    ['passed and missed', 'no_show', '09:00', false],
    ['passed and still upcoming', 'upcoming', '09:00', true],
    ['to come', 'upcoming', '15:00', true],
    ['completed before its time', 'completed', '15:00', true],
    ['canceled', 'canceled', '15:00', false],
  ])('a visit that is %s', (_, status, time, may) => {
    expect(canChange(visit(status, today, time), now)).toBe(may)
  })
})

// spec: B4 Appointments are listed by date and time
it('lists visits by date and time, with one heading a day', () => {
  const visits = [
    visit('upcoming', '2026-03-17', '08:00'),
    visit('upcoming', today, '15:00'),
    visit('upcoming', today, '09:00'),
  ]
  expect(byDay(visits).map(([day, list]) => [day, list.map(({ time }) => time)])).toEqual([
    [today, ['09:00', '15:00']],
    ['2026-03-17', ['08:00']],
  ])
})

// spec: B9 A new appointment starts at 09:00 and takes 30 minutes
it('a new appointment is at 09:00 and takes 30 minutes', () => {
  expect([defaultTime, defaultDuration]).toEqual(['09:00', 30])
})

it('a new appointment of today begins after now', () => {
  const at = (time: string) => firstTime('2026-03-16', { date: '2026-03-16', time })
  expect([at('08:59'), at('09:00'), at('09:51'), at('12:15'), at('23:50')]).toEqual([
    ...['09:00', '09:00', '10:00', '12:15', '09:00'],
  ])
  expect(firstTime('2026-03-17', { date: '2026-03-16', time: '15:00' })).toBe('09:00')
})

it('a change is late once the window has begun', () => {
  const startsAt = '2026-03-17T12:00:00Z'
  expect(isLate(startsAt, 24, new Date('2026-03-16T12:00:00Z'))).toBe(false)
  expect(isLate(startsAt, 24, new Date('2026-03-16T12:00:01Z'))).toBe(true)
  expect(isLate(startsAt, 0, new Date('2026-03-17T11:59:00Z'))).toBe(false)
})

// spec: B5 The form of an appointment says what is missing
it('the form names what is missing', () => {
  const empty = {
    patientId: '',
    appointmentType: '',
    providerId: '',
    roomId: '',
    date: '',
    time: '',
    duration: 5,
    notes: '',
  }
  const { error } = appointmentForm.safeParse(empty)
  expect(error?.issues.map(({ path, message }) => [path[0], message])).toEqual([
    ['patientId', 'Patient is required'],
    ['appointmentType', 'Appointment type is required'],
    ['date', 'Date is required'],
    ['time', 'Time is required'],
    ['duration', 'Duration must be at least 15 minutes'],
  ])
  const filled = {
    ...{ ...empty, patientId: crypto.randomUUID(), appointmentType: 'checkup' },
    ...{ date: '2026-03-17', time: '09:00' },
  }
  expect(appointmentForm.safeParse({ ...filled, duration: 15 }).success).toBe(true)
  expect(appointmentForm.safeParse({ ...filled, duration: 14 }).success).toBe(false)
})
