// The story: server/tests/money/month/visit-fee.test.ts.
import { beforeEach, expect, it } from 'vitest'
import { anAppointment } from '#testing/appointments.ts'
import type { SellingClinic } from '#testing/money/payments.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { aPatient, aStaffMember, type Patient } from '#testing/sign-in/people.ts'
import { anAcceptedFee, missVisit } from '#testing/visit-fees.ts'
import { chargeVisitFee } from './charge-visit-fee.ts'

const test = await setUpPayments({ now: '2026-03-10T15:00:00Z' })

let clinic: SellingClinic
let patient: Patient
beforeEach(async () => {
  clinic = await test.aSellingClinic()
  patient = await aPatient(test.db, clinic)
})

const aVisit = async (options: { status?: string } = {}) =>
  (await anAppointment(test.db, clinic, patient, options)).id
const charge = (
  appointmentId: string,
  changes: object = {},
  by: { caller(): Parameters<typeof test.call>[1] } = clinic.admin,
) =>
  test.call(chargeVisitFee, by.caller(), {
    ...{ appointmentId, amountCents: 5_000, byCard: false, isTaxed: false, ...changes },
  })
const invoicesAtStripe = async () =>
  (await test.client.invoices.list({}, { stripeAccount: clinic.account })).data

it('is for the clinic’s roles of money that read visits', async () => {
  const id = await missVisit(test.db, await aVisit())
  const refused = (by: Parameters<typeof charge>[2], code: string) =>
    expect(charge(id, {}, by)).rejects.toMatchObject({ code })
  await refused((await test.aSellingClinic()).admin, 'not_found')
  await refused(patient, 'not_allowed')
  await refused(await aStaffMember(test.db, clinic), 'not_allowed')
  await refused(await aStaffMember(test.db, clinic, { isBillingOnly: true }), 'not_allowed')
  expect(await invoicesAtStripe()).toEqual([])
  const money = await aStaffMember(test.db, clinic, { permissionSets: ['money'] })
  expect(await charge(id, {}, money)).toEqual({ outcome: 'mailed' })
})

it('refuses a visit whose patient accepted no fee', async () => {
  await expect(charge(await aVisit({ status: 'no_show' }))).rejects.toMatchObject({
    code: 'visit_fee_not_due',
  })
  expect(await invoicesAtStripe()).toEqual([])
})

it.each(['upcoming', 'completed', 'canceled'])('refuses a visit that is %s', async (status) => {
  const id = await aVisit({ status })
  await anAcceptedFee(test.db, id)
  await expect(charge(id)).rejects.toMatchObject({ code: 'visit_fee_not_due' })
})

it('refuses a fee that was accepted for another kind of visit, and another amount', async () => {
  const id = await missVisit(test.db, await aVisit())
  await expect(charge(id, { amountCents: 4_999 })).rejects.toMatchObject({ code: 'quote_changed' })
  await test.db.asOwner(`update appointments set type = 'therapy' where id = $1`, [id])
  await expect(charge(id)).rejects.toMatchObject({ code: 'visit_fee_not_due' })
})

it('needs a saved card, or a tax that prices include, only where the press asks for it', async () => {
  const id = await missVisit(test.db, await aVisit())
  await expect(charge(id, { byCard: true })).rejects.toMatchObject({ code: 'patient_card_missing' })
  await expect(charge(id, { isTaxed: true })).rejects.toMatchObject({ code: 'clinic_without_tax' })
  expect(await charge(id)).toEqual({ outcome: 'mailed' })
})

it('two presses at once, by card and by link, make one invoice', async () => {
  const id = await missVisit(test.db, await aVisit())
  const outcomes = await Promise.all([charge(id), charge(id)])
  expect(outcomes).toEqual([{ outcome: 'mailed' }, { outcome: 'mailed' }])
  expect(await charge(id)).toEqual({ outcome: 'mailed' })
  expect(await invoicesAtStripe()).toHaveLength(1)
  const facts = await test.db.asOwner(
    `select details->>'cents' as cents from audit_log
    where clinic_id = $1 and action = 'visit_fee.charged'`,
    [clinic.id],
  )
  expect(facts).toEqual([{ cents: '5000' }])
})

it('a press after a crash continues the invoice of the first', async () => {
  const id = await missVisit(test.db, await aVisit())
  await charge(id)
  await test.db.asOwner(
    'update visit_fees set charged_at = null, charged_by = null where appointment_id = $1',
    [id],
  )
  test.clock.advance('P3D')
  expect(await charge(id)).toEqual({ outcome: 'mailed' })
  expect(await invoicesAtStripe()).toHaveLength(1)
})
