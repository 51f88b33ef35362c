import { expect, it } from 'vitest'
import { anAppointment, aProvider } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aClinic, aPatient, aStaffMember, type Member } from '#testing/sign-in/people.ts'
import { anAcceptedFee } from '#testing/visit-fees.ts'
import { cancelAppointment } from './cancel-appointment.ts'
import { undoVisitChange } from './undo-visit-change.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' }, { timeZone: 'America/New_York' })
const ann = await aStaffMember(test.db, clinic)

const cancel = (appointmentId: string, by: Member = ann, changes: object = {}) =>
  cancelAppointment.call(test.services, by.caller(), {
    appointmentId,
    reason: 'Provider is ill',
    ...changes,
  }) as Promise<{ canceled: number; version: number; notifies: boolean }>

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

/** Tomorrow at nine, with accepted fees and a deadline of 24 hours. */
async function aSoonVisit({ hours = 24, status = 'upcoming' } = {}): Promise<string> {
  const { id } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), {
    date: '2026-03-11',
    status,
  })
  await anAcceptedFee(test.db, id, { hours })
  return id
}
const lateOf = async (id: string) =>
  (
    await test.db.asOwner(
      `select a.status, a.canceled_late as late, a.canceled_by_patient as own, f.late_at is not null as due
         from appointments a join visit_fees f on f.appointment_id = a.id where a.id = $1`,
      [id],
    )
  )[0]

it('makes the accepted fee due only if the patient is said to have canceled late', async () => {
  const [byClinic, byPatient] = [await aSoonVisit(), await aSoonVisit()]
  await cancel(byClinic)
  expect(await lateOf(byClinic)).toEqual({ status: 'canceled', late: false, own: false, due: false })
  for (const _ of [1, 2]) await cancel(byPatient, ann, { isLateByPatient: true })
  expect(await lateOf(byPatient)).toEqual({ status: 'canceled', late: true, own: true, due: true })
})

it('refuses that before the accepted deadline, for a request, and without accepted fees', async () => {
  const { id: without } = await anAppointment(test.db, clinic, await aPatient(test.db, clinic), {
    date: '2026-03-11',
  })
  for (const id of [await aSoonVisit({ hours: 2 }), await aSoonVisit({ status: 'requested' }), without]) {
    await expect(cancel(id, ann, { isLateByPatient: true })).rejects.toMatchObject({
      code: 'visit_fee_not_due',
    })
    await cancel(id)
  }
})

it('an undone late cancellation leaves no fee, unless it is charged', async () => {
  const undo = (appointmentId: string, version: number) =>
    undoVisitChange.call(test.services, ann.caller(), { appointmentId, version })
  const id = await aSoonVisit()
  const { version } = await cancel(id, ann, { isLateByPatient: true })
  await test.db.asOwner(
    `update visit_fees set reason = 'late_cancel', claimed_at = $2 where appointment_id = $1`,
    [id, test.clock.now()],
  )
  await expect(undo(id, version)).rejects.toMatchObject({ code: 'visit_fee_charged' })
  await test.db.asOwner('update visit_fees set reason = null, claimed_at = null where appointment_id = $1', [
    id,
  ])
  await undo(id, version)
  expect(await lateOf(id)).toEqual({ status: 'upcoming', late: false, own: false, due: false })
})
