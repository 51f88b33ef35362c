import { afterAll, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { openTestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { confirmOwnAppointment } from './confirm-own-appointment.ts'
import { markAppointment } from './mark-appointment.ts'

const test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
afterAll(() => test.close())
const clinic = await aClinic(test.db)
const desk = await aStaffMember(test.db, clinic)

const aVisit = async (options: Parameters<typeof anAppointment>[3] = {}) => {
  const patient = await aPatient(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, options)
  const confirm = () => confirmOwnAppointment.call(test.services, patient.caller(), { appointmentId: id })
  const mark = (step: string) =>
    markAppointment.call(test.services, desk.caller(), { appointmentId: id, step })
  return { id, confirm, mark }
}
const throughOf = async (id: string) =>
  (
    await test.db.asOwner<{ through: string | null }>(
      'select confirmed_through as through from appointments where id = $1',
      [id],
    )
  )[0]?.through

it('confirms a visit ahead, also within the time to cancel it, once', async () => {
  const { id, confirm } = await aVisit({ date: '2026-03-10', time: '23:30' })
  await confirm()
  await confirm()
  expect(await throughOf(id)).toBe('portal')
  expect(
    await test.db.asOwner(
      `select from appointment_changes where appointment_id = $1 and kind = 'confirmed'`,
      [id],
    ),
  ).toHaveLength(1)
})

it.each([
  ['has passed', { date: '2026-03-09', status: 'upcoming' }],
  ['is only requested', { status: 'requested' }],
  ['is canceled', { status: 'canceled' }],
])('refuses a visit that %s', async (_, options) => {
  const { id, confirm, mark } = await aVisit(options)
  await expect(confirm()).rejects.toMatchObject({ code: 'appointment_over' })
  if (options.status !== 'canceled') await mark('confirmed')
  expect(await throughOf(id)).toBeNull()
})

it('the desk confirms by phone and undoes it; a confirmation by the patient stays theirs', async () => {
  const { id, confirm, mark } = await aVisit()
  await mark('confirmed')
  expect(await throughOf(id)).toBe('desk')
  await mark('unconfirmed')
  expect(await throughOf(id)).toBeNull()
  await confirm()
  await mark('confirmed')
  expect(await throughOf(id)).toBe('portal')
})
