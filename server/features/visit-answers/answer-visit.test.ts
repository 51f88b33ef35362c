import { describe, expect, it } from 'vitest'
import { anAppointment, aProvider, aVisitLink } from '#testing/appointments.ts'
import { aChild, aGuardian } from '#testing/guardians.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aVisitor } from '#testing/sign-in/people.ts'
import { rescheduleAppointment } from '../appointments/booking/reschedule-appointment.ts'
import { undoVisitChange } from '../appointments/booking/undo-visit-change.ts'
import { correctTimes } from '../appointments/calendar/correct-times.ts'
import { answerVisit } from './answer-visit.ts'
import { visitLink } from './visit-link.ts'
import { visitOfLink } from './visit-of-link.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' })

async function aLinkedVisit(options: { date?: string } = {}) {
  const patient = await aPatient(test.db, clinic)
  const provider = await aProvider(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, { ...options, providerId: provider.id })
  return { id, patient, provider, token: await aVisitLink(test.db, id) }
}
const answer = (token: string, what: 'comes' | 'cancels', acceptsLate = false) =>
  answerVisit.call(test.services, aVisitor(), { token, answer: what, acceptsLate })
const stateOf = async (id: string) =>
  (
    await test.db.asOwner(
      `select status, confirmed_through as through, canceled_by_patient as own, canceled_late as late from appointments where id = $1`,
      [id],
    )
  )[0]
const kindsOf = async (id: string) =>
  (
    await test.db.asOwner<{ kind: string }>(
      'select kind from appointment_changes where appointment_id = $1 order by version',
      [id],
    )
  ).map(({ kind }) => kind)

it('confirms once without signing in, and opening the page changes nothing', async () => {
  const { id, token } = await aLinkedVisit()
  expect(await visitOfLink.call(test.services, aVisitor(), { token })).toMatchObject({ state: 'open' })
  expect(await kindsOf(id)).toEqual(['booked'])
  await Promise.all([answer(token, 'comes'), answer(token, 'comes')])
  expect(await visitOfLink.call(test.services, aVisitor(), { token })).toMatchObject({ state: 'confirmed' })
  expect(await stateOf(id)).toMatchObject({ status: 'upcoming', through: 'link' })
  expect(await kindsOf(id)).toEqual(['booked', 'confirmed'])
})

it('cancels once as the patient does, and notifies the provider', async () => {
  const { id, token, provider } = await aLinkedVisit()
  await answer(token, 'comes')
  await answer(token, 'cancels')
  await answer(token, 'cancels')
  expect(await stateOf(id)).toMatchObject({ status: 'canceled', own: true, late: false })
  expect(await kindsOf(id)).toEqual(['booked', 'confirmed', 'canceled'])
  const notices = await test.db.asOwner('select kind from user_notices where user_id = $1', [
    provider.person.userId,
  ])
  expect(notices).toEqual([{ kind: 'appointment_canceled' }])
  expect(await visitOfLink.call(test.services, aVisitor(), { token })).toMatchObject({ state: 'canceled' })
  await expect(answer(token, 'comes')).rejects.toMatchObject({ code: 'appointment_over' })
})

it('cancels late only after the patient has read so', async () => {
  await test.db.asOwner(
    `update appointment_types set cancel_window_hours = 24 where clinic_id = $1 and key = 'checkup'`,
    [clinic.id],
  )
  const { id, token } = await aLinkedVisit({ date: '2026-03-11' })
  expect(await visitOfLink.call(test.services, aVisitor(), { token })).toMatchObject({
    isLate: true,
    cancelWindowHours: 24,
  })
  await expect(answer(token, 'cancels')).rejects.toMatchObject({ code: 'change_is_late' })
  expect(await stateOf(id)).toMatchObject({ status: 'upcoming' })
  await answer(token, 'cancels', true)
  expect(await stateOf(id)).toMatchObject({ status: 'canceled', late: true })
})

it('of a moved visit is void, and the visit loses its confirmation until the move is undone', async () => {
  const { id, token, provider } = await aLinkedVisit()
  await answer(token, 'comes')
  const moved = await rescheduleAppointment.call(test.services, provider.person.caller(), {
    ...{ appointmentId: id, version: 2, appointmentType: 'checkup', providerId: provider.id, roomId: '' },
    ...{ date: '2026-03-17', time: '09:00', duration: 30, notes: '', scope: 'one' },
  })
  expect(await stateOf(id)).toMatchObject({ through: null })
  await expect(answer(token, 'comes')).rejects.toMatchObject({ code: 'not_found' })
  await expect(answer(token, 'cancels', true)).rejects.toMatchObject({ code: 'not_found' })
  const { version } = moved as { version: number }
  await undoVisitChange.call(test.services, provider.person.caller(), { appointmentId: id, version })
  expect(await stateOf(id)).toMatchObject({ through: 'link' })
})

it('ends when the visit begins, and its row is deleted', async () => {
  const { token } = await aLinkedVisit({ date: '2026-03-12' })
  await expect(answer('x'.repeat(22), 'comes')).rejects.toMatchObject({ code: 'not_found' })
  test.clock.advance('P3D')
  await expect(answer(token, 'comes')).rejects.toMatchObject({ code: 'not_found' })
  await expect(visitOfLink.call(test.services, aVisitor(), { token })).rejects.toMatchObject({
    code: 'not_found',
  })
  await correctTimes(test.services).run({})
  const left = await test.db.asOwner(
    `select k.id, l.starts_at from app.clinic_keys k left join app.visit_links l on k.id = l.key_hash::text
      where k.kind = 'visit_link' and (l.starts_at is null or l.starts_at <= $1)`,
    [test.clock.now()],
  )
  expect(left).toEqual([])
})

describe('of a guardian', () => {
  const aWardsVisit = async (access: 'full' | 'limited') => {
    const child = await aChild(test.db, clinic)
    const guardian = await aGuardian(test.db, clinic, { patientId: child.patientId, access })
    const { id } = await anAppointment(test.db, clinic, child)
    const [row] = await test.db.asOwner<{ startsAt: Date }>(
      'select starts_at as "startsAt" from appointments where id = $1',
      [id],
    )
    const about = {
      clinicId: clinic.id,
      visit: { id, startsAt: row?.startsAt ?? new Date() },
      origin: 'https://carefold.test',
    }
    const { guardianshipId: guardianId } = guardian
    const [own, ward] = await test.services.transactions.withSystem('test', async (tx) => [
      await visitLink(tx, test.services.config, about),
      await visitLink(tx, test.services.config, { ...about, guardianId }),
    ])
    expect(own).not.toBe(ward)
    const token = new URL(ward ?? '').hash.slice(1)
    return { id, token, guardian }
  }

  it('confirms the patient’s visit, and ends with the access', async () => {
    const { id, token, guardian } = await aWardsVisit('full')
    expect(await visitOfLink.call(test.services, aVisitor(), { token })).toMatchObject({
      isForWard: true,
      portal: expect.stringContaining(guardian.guardianshipId),
    })
    await answer(token, 'comes')
    expect(await stateOf(id)).toMatchObject({ through: 'link' })
    await test.db.asOwner(
      `update patient_guardians set ended_at = now(), ended_because = 'team' where id = $1`,
      [guardian.guardianshipId],
    )
    await expect(visitOfLink.call(test.services, aVisitor(), { token })).rejects.toMatchObject({
      code: 'not_found',
    })
    await expect(answer(token, 'cancels', true)).rejects.toMatchObject({ code: 'not_found' })
    expect(await stateOf(id)).toMatchObject({ status: 'upcoming' })
  })

  it('with limited access is for a visit that the guardian booked', async () => {
    const { id, token, guardian } = await aWardsVisit('limited')
    await expect(answer(token, 'comes')).rejects.toMatchObject({ code: 'not_found' })
    await test.db.asOwner('update appointments set booked_by = $2 where id = $1', [
      id,
      guardian.person.userId,
    ])
    await answer(token, 'comes')
    expect(await stateOf(id)).toMatchObject({ through: 'link' })
  })
})
