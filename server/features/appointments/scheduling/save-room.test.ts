import { expect, it } from 'vitest'
import type { NotSaved } from '#domain/appointments/affected-visits.ts'
import { aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { rescheduleAppointment } from '../booking/reschedule-appointment.ts'
import { scheduleAppointment } from '../booking/schedule-appointment.ts'
import { saveRoom } from './save-room.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aStaffMember(test.db, clinic)

const save = (input: object, by: Member = clinic.admin) =>
  saveRoom.call(test.services, by.caller(), {
    version: 0,
    name: 'Exam room 1',
    isActive: true,
    ...input,
  }) as Promise<{
    roomId: string
    version: number
  }>
const schedule = async (changes: object) => {
  const { patientId } = await aPatient(test.db, clinic)
  const { id: providerId } = await aProvider(test.db, clinic)
  return (await scheduleAppointment.call(test.services, ann.caller(), {
    patientId,
    appointmentType: 'checkup',
    providerId,
    roomId: '',
    date: '2026-03-16',
    time: '09:00',
    duration: 30,
    notes: '',
    ...changes,
  })) as { appointmentId: string }
}

it('adds, renames and retires a room; its visits stay, and new ones cannot use it', async () => {
  const { roomId, version } = await save({})
  const { appointmentId } = await schedule({ roomId })
  const retired = { roomId, version, name: 'Blue room', isActive: false }
  const { affected } = (await save(retired)) as unknown as NotSaved
  expect(await save({ ...retired, confirmed: affected.seen })).toEqual({ roomId, version: 2 })
  expect(
    await test.db.asOwner(
      'select r.name from appointments a join rooms r on r.id = a.room_id where a.id = $1',
      [appointmentId],
    ),
  ).toEqual([{ name: 'Blue room' }])
  await expect(schedule({ roomId, time: '15:00' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'roomId' }],
  })
  const kept = { appointmentId, version: 1, appointmentType: 'checkup', providerId: '', roomId, notes: '' }
  expect(
    await rescheduleAppointment.call(test.services, ann.caller(), {
      ...kept,
      date: '2026-03-17',
      time: '10:00',
      duration: 30,
    }),
  ).toMatchObject({ version: 2 })
})

// spec: B2.15 A room has one visit at a time
it('a room has one visit at a time, for any provider and patient', async () => {
  const { roomId } = await save({ name: 'Green room' })
  await schedule({ roomId })
  await expect(schedule({ roomId, time: '09:15' })).rejects.toMatchObject({
    code: 'time_taken',
    fields: [{ path: 'roomId', message: 'The room is taken at this time.' }],
  })
  await schedule({ roomId, time: '09:30' })
})

it('refuses another room’s name, in any case, and an outdated save', async () => {
  const { roomId, version } = await save({ name: 'Room A' })
  await expect(save({ name: 'room a' })).rejects.toMatchObject({
    code: 'invalid_input',
    fields: [{ path: 'name', message: 'Another room has this name.' }],
  })
  expect(await save({ roomId, version, name: 'ROOM A' })).toMatchObject({ version: 2 })
  await expect(save({ roomId, version, name: 'Room B' })).rejects.toMatchObject({ code: 'changed_elsewhere' })
  const there = await aClinic(test.db)
  await save({ name: 'Room A' }, there.admin)
})
