import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, type Member } from '#testing/sign-in/people.ts'
import { holdTime } from './hold-time.ts'
import { moveOwnAppointment } from './move-own-appointment.ts'

// Sunday, 21:00 in New York: a visit on Monday at 9:00 is twelve hours away
const { test, clinic } = await setUpClinic({ now: '2026-03-16T01:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aPatient(test.db, clinic)
const provider = await aProvider(test.db, clinic)

const move = (appointmentId: string, startsAt: string, changes: object = {}, by: Member = ann) =>
  moveOwnAppointment.call(test.services, by.caller(), {
    appointmentId,
    providerId: provider.id,
    startsAt,
    acceptsLate: false,
    ...changes,
  })
const startOf = async (id: string) =>
  (await test.db.asOwner<{ starts_at: Date }>('select starts_at from appointments where id = $1', [id]))[0]
    ?.starts_at

it('moves a visit to a free time, also one that overlaps its present one', async () => {
  const { id } = await anAppointment(test.db, clinic, ann, { date: '2026-03-20', providerId: provider.id })
  await move(id, '2026-03-20T13:15:00Z')
  expect(await startOf(id)).toEqual(new Date('2026-03-20T13:15:00Z'))
})

it('moves a visit to the time that its patient holds', async () => {
  const { id } = await anAppointment(test.db, clinic, ann, { date: '2026-03-26', providerId: provider.id })
  const held = { appointmentType: 'checkup', providerId: provider.id, startsAt: '2026-03-27T13:00:00.000Z' }
  await holdTime.call(test.services, ann.caller(), held)
  await move(id, held.startsAt)
  expect(await startOf(id)).toEqual(new Date(held.startsAt))
})

it('moves within the window only after the patient accepted the consequence', async () => {
  const { id } = await anAppointment(test.db, clinic, ann, { date: '2026-03-16', providerId: provider.id })
  await expect(move(id, '2026-03-20T17:00:00Z')).rejects.toMatchObject({ code: 'change_is_late' })
  await move(id, '2026-03-20T17:00:00Z', { acceptsLate: true })
  expect(await startOf(id)).toEqual(new Date('2026-03-20T17:00:00Z'))
})

it('refuses a taken time, a past visit, and another patient’s', async () => {
  const other = await aPatient(test.db, clinic)
  const theirs = await anAppointment(test.db, clinic, other, { date: '2026-03-23', providerId: provider.id })
  const { id } = await anAppointment(test.db, clinic, ann, { date: '2026-03-24', providerId: provider.id })
  await expect(move(id, '2026-03-23T13:15:00Z')).rejects.toMatchObject({ code: 'time_taken' })
  for (const unknown of [theirs.id, crypto.randomUUID()])
    await expect(move(unknown, '2026-03-25T13:00:00Z')).rejects.toMatchObject({ code: 'not_found' })
  const over = await anAppointment(test.db, clinic, ann, { date: '2026-03-02', status: 'completed' })
  await expect(move(over.id, '2026-03-25T13:00:00Z')).rejects.toMatchObject({ code: 'appointment_over' })
  await expect(move(id, '2026-03-25T13:00:00Z', {}, clinic.admin)).rejects.toMatchObject({
    code: 'not_allowed',
  })
})
