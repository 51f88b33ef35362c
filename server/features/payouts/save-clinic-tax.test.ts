import { expect, it } from 'vitest'
import { planCharges } from '#domain/checkouts/charges.ts'
import { justThePayer } from '#domain/plans/household.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { chargesOf } from '#testing/money/subscriptions.ts'
import { aStaffMember } from '#testing/sign-in/people.ts'
import { saveClinicTax } from './save-clinic-tax.ts'

const { test, clinic, plan } = await setUpSale()

const hst = { name: 'HST', percentage: '13', isInclusive: false }
const save = (tax: (typeof hst & { planKind?: string }) | null) =>
  test.call(saveClinicTax, clinic.admin.caller(), { tax })

async function balanceOf(account: string): Promise<number> {
  const [row] = await test.db.asOwner<{ cents: number }>(
    'select coalesce(-sum(amount_cents), 0)::int as cents from postings where account = $1',
    [`clinic:${clinic.id}:${account}`],
  )
  return row?.cents ?? 0
}

async function taxOf({ patientId }: { patientId: string }) {
  const [row] = await test.db.asOwner(
    'select tax_name, tax_rate_ppm, tax_is_inclusive from subscriptions where owner_patient_id = $1',
    [patientId],
  )
  return row
}

it('is charged on top to new members, as predicted, and is in neither revenue nor commission', async () => {
  const before = await test.aMember(clinic, plan)
  await save(hst)
  const patient = await test.aMember(clinic, plan)
  await test.pass('P1M')
  await test.pass('PT2H')
  // 99.00 and 13 %
  expect(await chargesOf(test, clinic, patient)).toEqual([11_187, 11_187])
  expect(await chargesOf(test, clinic, before)).toEqual([9_900, 9_900])
  expect(await balanceOf('tax')).toBe(2 * 1_287)
  expect(await balanceOf('revenue:wellness')).toBe(4 * 9_900)
  expect(await taxOf(before)).toEqual({ tax_name: null, tax_rate_ppm: null, tax_is_inclusive: null })
  expect(await taxOf(patient)).toEqual({ tax_name: 'HST', tax_rate_ppm: 130_000, tax_is_inclusive: false })
  const predicted = planCharges(
    {
      amountCents: 9_900,
      childCents: null,
      householdCents: null,
      childAgeLimit: 18,
      enrolmentCents: null,
      trialDays: 0,
      interval: 'month',
      currency: 'usd',
      tax: { name: 'HST', ratePpm: 130_000, isInclusive: false },
    },
    justThePayer,
    { now: test.services.clock.now(), timeZone: 'UTC' },
  )
  expect(predicted.today.totalCents).toBe(11_187)
})

it('that is included changes no price, and receipts show it', async () => {
  await save({ ...hst, isInclusive: true })
  const patient = await test.aMember(clinic, plan)
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900])
  const [receipt] = await test.db.asOwner(
    'select amount_cents, tax_cents from receipts where patient_id = $1',
    [patient.patientId],
  )
  expect(receipt).toEqual({ amount_cents: 9_900, tax_cents: 1_139 })
})

it('is removed for new members, and stays with running plans', async () => {
  await save(hst)
  const taxed = await test.aMember(clinic, plan)
  await save(null)
  const patient = await test.aMember(clinic, plan)
  await test.pass('P1M')
  await test.pass('PT2H')
  expect(await chargesOf(test, clinic, patient)).toEqual([9_900, 9_900])
  expect(await chargesOf(test, clinic, taxed)).toEqual([11_187, 11_187])
})

it('can apply to one kind of plan', async () => {
  await save({ ...hst, planKind: 'uninsured' })
  const exempt = await test.aMember(clinic, plan)
  const forms = await test.aPublishedPlan(clinic, { kind: 'uninsured', name: 'Forms', amountCents: 1_000 })
  const taxed = await test.aMember(clinic, forms)
  expect(await chargesOf(test, clinic, exempt)).toEqual([9_900])
  expect(await chargesOf(test, clinic, taxed)).toEqual([1_130])
  await save({ ...hst, planKind: 'wellness' })
  expect(await chargesOf(test, clinic, await test.aMember(clinic, plan))).toEqual([11_187])
})

it('is for admins, and needs a percentage', async () => {
  const staff = await aStaffMember(test.db, clinic)
  await expect(test.call(saveClinicTax, staff.caller(), { tax: hst })).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(save({ ...hst, percentage: '13%' })).rejects.toMatchObject({ code: 'invalid_input' })
})
