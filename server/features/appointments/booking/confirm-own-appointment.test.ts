import { expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import { setUpClinic } from '#testing/set-up.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { anAcceptedFee, setFees } from '#testing/visit-fees.ts'
import { confirmOwnAppointment } from './confirm-own-appointment.ts'
import { markAppointment } from './mark-appointment.ts'

const { test, clinic } = await setUpClinic({ now: '2026-03-10T15:00:00Z' })
const desk = await aStaffMember(test.db, clinic)

const aVisit = async (options: Parameters<typeof anAppointment>[3] = {}) => {
  const patient = await aPatient(test.db, clinic)
  const { id } = await anAppointment(test.db, clinic, patient, options)
  const confirm = (changes: object = {}) =>
    confirmOwnAppointment.call(test.services, patient.caller(), { appointmentId: id, ...changes })
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

const feesOf = (id: string) =>
  test.db.asOwner(
    `select type, type_version as version, no_show_cents as cents, terms like '%Illness is excepted.' as words,
            accepted_by is not null as own from visit_fees where appointment_id = $1`,
    [id],
  )

it('accepts the fees with the confirmation, once, and only if the patient wants to', async () => {
  const version = await setFees(test.db, clinic)
  const without = await aVisit()
  await without.confirm()
  expect(await feesOf(without.id)).toEqual([])
  const { id, confirm } = await aVisit()
  for (const _ of [1, 2]) await confirm({ acceptsFeesOf: version })
  expect(await throughOf(id)).toBe('portal')
  const accepted = [{ type: 'checkup', version, cents: 5_000, words: true, own: true }]
  expect(await feesOf(id)).toEqual(accepted)
  const later = await setFees(test.db, clinic, { noShowCents: 9_000 })
  await confirm({ acceptsFeesOf: later })
  expect(await feesOf(id)).toEqual(accepted)
})

it('refuses fees that have changed since, and then confirms nothing', async () => {
  const version = await setFees(test.db, clinic)
  const { id, confirm } = await aVisit()
  await expect(confirm({ acceptsFeesOf: version - 1 })).rejects.toMatchObject({
    code: 'visit_fee_not_accepted',
  })
  expect([await throughOf(id), await feesOf(id)]).toEqual([null, []])
})

it('replaces the fees of another kind of visit, but not those that were charged', async () => {
  const version = await setFees(test.db, clinic)
  for (const isClaimed of [false, true]) {
    const { id, confirm } = await aVisit()
    await anAcceptedFee(test.db, id)
    await test.db.asOwner(
      `update visit_fees set type = 'therapy', reason = $2, claimed_at = $3 where appointment_id = $1`,
      isClaimed ? [id, 'no_show', test.clock.now()] : [id, null, null],
    )
    await confirm({ acceptsFeesOf: version })
    expect(await feesOf(id)).toMatchObject([{ type: isClaimed ? 'therapy' : 'checkup' }])
  }
})

it('stores no fee for a kind of visit that has none', async () => {
  await test.db.asOwner(
    'update appointment_types set late_cancel_fee_cents = null, no_show_fee_cents = null where clinic_id = $1',
    [clinic.id],
  )
  const { id, confirm } = await aVisit()
  await confirm({ acceptsFeesOf: 1 })
  expect(await feesOf(id)).toEqual([])
})
