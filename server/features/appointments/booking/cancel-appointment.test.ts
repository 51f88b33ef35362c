import { afterAll, beforeAll, expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { openTestServices, type TestServices } from '#testing/database/services.ts'
import { aClinic, aPatient, aStaffMember, type Member, type TestClinic } from '#testing/sign-in/people.ts'
import { cancelAppointment } from './cancel-appointment.ts'

let test: TestServices
let clinic: TestClinic
let ann: Member
beforeAll(async () => {
  test = await openTestServices({ now: '2026-03-10T15:00:00Z' })
  clinic = await aClinic(test.db, { timeZone: 'America/New_York' })
  ann = await aStaffMember(test.db, clinic)
})
afterAll(() => test.close())

const cancel = (appointmentId: string, by: Member = ann) =>
  cancelAppointment.call(test.services, by.caller(), { appointmentId, reason: 'Provider is ill' })

it('stores who canceled, when and why, and frees the time', async () => {
  const [patient, next] = [await aPatient(test.db, clinic), await aPatient(test.db, clinic)]
  const provider = await aProvider(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, { providerId: provider.id })
  expect(await cancel(id)).toMatchObject({ canceled: 1, version: 2, notifies: true })
  expect(await cancel(id)).toMatchObject({ canceled: 0, notifies: false })
  expect(
    await test.db.asOwner(
      'select status, canceled_by, canceled_by_patient, cancel_reason, canceled_at from appointments where id = $1',
      [id],
    ),
  ).toEqual([
    {
      status: 'canceled',
      canceled_by: ann.userId,
      canceled_by_patient: false,
      cancel_reason: 'Provider is ill',
      canceled_at: test.clock.now(),
    },
  ])
  await anAppointment(test.db, clinic, next, { providerId: provider.id })
  expect(
    await test.db.asOwner(`select kind from user_notices where user_id = $1`, [provider.person.userId]),
  ).toEqual([{ kind: 'appointment_canceled' }])
})

it('refuses a past visit, another clinic’s, and read-only members', async () => {
  const patient = await aPatient(test.db, clinic)
  const over = await anAppointment(test.db, clinic, patient, { date: '2026-03-02', status: 'completed' })
  await expect(cancel(over.id)).rejects.toMatchObject({ code: 'appointment_over' })
  const there = await aClinic(test.db)
  const foreign = await anAppointment(test.db, there, await aPatient(test.db, there))
  for (const id of [foreign.id, crypto.randomUUID()])
    await expect(cancel(id)).rejects.toMatchObject({ code: 'not_found' })
  const viewer = await aStaffMember(test.db, clinic, { isReadOnly: true })
  await expect(cancel(over.id, viewer)).rejects.toMatchObject({ code: 'not_allowed' })
})
