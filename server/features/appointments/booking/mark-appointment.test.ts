import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { markAppointment } from './mark-appointment.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' })
const ann = await aStaffMember(test.db, clinic)

const mark = (appointmentId: string, step: string, by: Member = ann) =>
  markAppointment.call(test.services, by.caller(), { appointmentId, step })
const factsOf = async (id: string) =>
  (
    await test.db.asOwner<{ kind: string }>(
      `select action as kind from app.audit_log where subject_id = $1 order by id`,
      [id],
    )
  ).map(({ kind }) => kind.replace('appointment.', ''))

it('steps from arrival to completion, each step once, and back', async () => {
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic))
  for (const step of ['arrived', 'arrived', 'started', 'completed', 'completed']) await mark(id, step)
  expect(await factsOf(id)).toEqual(['booked', 'arrived', 'started', 'completed'])
  expect(await mark(id, 'reopened')).toEqual({ status: 'upcoming' })
  expect(await mark(id, 'no_show')).toEqual({ status: 'no_show' })
  expect(
    await test.db.asOwner('select arrived_at, started_at, finished_at from appointments where id = $1', [id]),
  ).toEqual([{ arrived_at: null, started_at: null, finished_at: null }])
})

it('accepts a request', async () => {
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), {
    status: 'requested',
  })
  expect(await mark(id, 'accepted')).toEqual({ status: 'upcoming' })
  expect(await factsOf(id)).toEqual(['requested', 'accepted'])
})

it('cannot undo a no-show whose time was booked again', async () => {
  const patient = await aPatient(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, { status: 'no_show' })
  await anAppointment(test.db, clinic, patient)
  await expect(mark(id, 'reopened')).rejects.toMatchObject({ code: 'time_taken' })
})

it('refuses a canceled visit, another clinic’s, and read-only members', async () => {
  const patient = await aPatient(test.db, clinic)
  const canceled = await anAppointment(test.db, clinic, patient, { status: 'canceled' })
  await expect(mark(canceled.id, 'arrived')).rejects.toMatchObject({ code: 'appointment_over' })
  const there = await aClinic(test.db)
  const foreign = await anAppointment(test.db, there, await aPatient(test.db, there))
  for (const id of [foreign.id, crypto.randomUUID()])
    await expect(mark(id, 'arrived')).rejects.toMatchObject({ code: 'not_found' })
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  await expect(mark(canceled.id, 'arrived', viewer)).rejects.toMatchObject({ code: 'not_allowed' })
})
