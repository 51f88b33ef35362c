import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Member } from '#testing/sign-in/people.ts'
import { cancelOwnAppointment } from './cancel-own-appointment.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-16T01:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)

const cancel = (appointmentId: string, acceptsLate = false, by: Member = ann) =>
  cancelOwnAppointment.call(test.services, by.caller(), { appointmentId, reason: '', acceptsLate })
const stateOf = async (id: string) =>
  (
    await test.db.asOwner(
      'select status, canceled_by_patient, canceled_late, canceled_by from appointments where id = $1',
      [id],
    )
  )[0]

it('cancels in time, and notifies the provider', async () => {
  const provider = await aProvider(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, ann, { date: '2026-03-20', providerId: provider.id })
  await cancel(id)
  await cancel(id)
  expect(await stateOf(id)).toEqual({
    status: 'canceled',
    canceled_by_patient: true,
    canceled_late: false,
    canceled_by: ann.userId,
  })
  expect(
    await test.db.asOwner('select kind from user_notices where user_id = $1', [provider.person.userId]),
  ).toEqual([{ kind: 'appointment_canceled' }])
})

it('cancels late only after the patient accepted the consequence, and records it', async () => {
  const { id } = await anAppointment(test.db, clinic, ann, { date: '2026-03-16' })
  await expect(cancel(id)).rejects.toMatchObject({ code: 'change_is_late' })
  await cancel(id, true)
  expect(await stateOf(id)).toMatchObject({ status: 'canceled', canceled_late: true })
})

it('refuses a past visit, another patient’s, and callers who are not patients', async () => {
  const over = await anAppointment(test.db, clinic, ann, { date: '2026-03-02', status: 'completed' })
  await expect(cancel(over.id)).rejects.toMatchObject({ code: 'appointment_over' })
  const theirs = await anAppointment(test.db, clinic, await aPatient(test.db, clinic))
  for (const id of [theirs.id, crypto.randomUUID()])
    await expect(cancel(id, true)).rejects.toMatchObject({ code: 'not_found' })
  await expect(cancel(over.id, true, clinic.admin)).rejects.toMatchObject({ code: 'not_allowed' })
})
