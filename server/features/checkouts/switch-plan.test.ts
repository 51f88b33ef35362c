import { expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpPayments } from '#testing/money/set-up.ts'
import { chargesOf, subscriptionOf } from '#testing/money/subscriptions.ts'
import type { Patient } from '#testing/sign-in/people.ts'
import { keepPresentPlan } from '../subscriptions/changes/keep-present-plan.ts'
import { switchPlan } from './switch-plan.ts'

const test = await setUpPayments({ now: '2026-11-01T15:00:00Z' })
const clinic = await test.aSellingClinic()
const basic = await test.aPublishedPlan(clinic, { name: 'Basic', amountCents: 4_000 })
const full = await test.aPublishedPlan(clinic, { name: 'Full', amountCents: 10_000 })
const yearly = await test.aPublishedPlan(clinic, { interval: 'year', amountCents: 40_000 })
const forms = await test.aPublishedPlan(clinic, { kind: 'uninsured' })

async function ask(patient: Patient, plan: PlanView) {
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const priceId = plan.price.id
  return (await test.call(switchPlan, patient.caller(), { subscriptionId, priceId })).preview
}

async function agree(patient: Patient, plan: PlanView) {
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  const preview = await ask(patient, plan)
  const quote = { at: preview?.at, amountCents: preview?.amountCents }
  const given = { subscriptionId, priceId: plan.price.id, agreement }
  const agreed = { attempt: crypto.randomUUID(), quote }
  await test.call(switchPlan, patient.caller(), { ...given, agreed })
  // pressed twice
  await test.call(switchPlan, patient.caller(), { ...given, agreed })
  await test.work()
  return preview
}

const planOf = async (patient: Patient) =>
  (
    await test.db.asOwner<{ name: string }>(
      `select v.name from subscriptions s join plan_versions v on v.id = s.version_id where s.owner_patient_id = $1`,
      [patient.patientId],
    )
  )[0]?.name

it('is refused for the same plan, another kind, and a month instead of a year', async () => {
  const patient = await test.aMember(clinic, basic)
  for (const plan of [basic, forms])
    await expect(ask(patient, plan)).rejects.toMatchObject({ code: 'invalid_input' })
  const byTheYear = await test.aMember(clinic, yearly)
  await expect(ask(byTheYear, full)).rejects.toMatchObject({ code: 'invalid_input' })
})

it('a dearer plan begins now, for the difference that was shown, and is signed', async () => {
  const patient = await test.aMember(clinic, basic)
  await test.pass('P15D')
  const preview = await agree(patient, full)
  expect(preview).toMatchObject({ isNow: true, amountCents: 3_000, beforeCents: 4_000, afterCents: 10_000 })
  expect(await chargesOf(test, clinic, patient)).toEqual([3_000, 4_000])
  expect(await planOf(patient)).toBe('Full')
  const signed = await test.db.asOwner('select 1 from plan_agreements where patient_id = $1', [
    patient.patientId,
  ])
  expect(signed).toHaveLength(2)
}, 60_000)

it('a switch to a cheaper plan can be canceled until it begins', async () => {
  const patient = await test.aMember(clinic, full)
  const { id: subscriptionId } = await subscriptionOf(test, patient)
  await test.pass('P10D')
  expect(await agree(patient, basic)).toMatchObject({ isNow: false, amountCents: 0, afterCents: 4_000 })
  await test.call(keepPresentPlan, patient.caller(), { subscriptionId })
  await test.pass('P20DT2H')
  await test.runDue()
  expect(await chargesOf(test, clinic, patient)).toEqual([10_000, 10_000])
}, 60_000)

// spec: B2.7 A cheaper plan begins with the next period
it('a cheaper plan begins with the next period', async () => {
  const patient = await test.aMember(clinic, full)
  await agree(patient, basic)
  // a day before the period ends, the price changes; the plan stays the one that is paid for
  const [period] = await test.db.asOwner<{ ends: Date }>(
    'select current_period_end as ends from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  const hours = Math.floor(((period?.ends.getTime() ?? 0) - test.clock.now().getTime()) / 3_600_000) - 12
  await test.pass(`PT${hours}H`)
  await test.runDue()
  expect(await planOf(patient)).toBe('Full')
  await test.pass('P1D')
  await test.runDue()
  expect(await planOf(patient)).toBe('Basic')
  expect(await chargesOf(test, clinic, patient)).toEqual([4_000, 10_000])
}, 60_000)

it('a yearly plan begins now, less the rest of the month, as shown, and its year starts then', async () => {
  const young = await test.aSellingClinic()
  const monthly = await test.aPublishedPlan(young, { amountCents: 4_000 })
  const whole = await test.aPublishedPlan(young, { name: 'Whole', interval: 'year', amountCents: 40_000 })
  const patient = await test.aMember(young, monthly)
  await test.pass('P15D')
  const preview = await agree(patient, whole)
  expect(preview).toMatchObject({ isNow: true, interval: 'year', beforeCents: 4_000, afterCents: 40_000 })
  const shown = preview?.amountCents ?? 0
  expect(40_000 - shown).toBeGreaterThan(4_000 * (12 / 28))
  expect(40_000 - shown).toBeLessThan(4_000 * (17 / 31))
  expect(await chargesOf(test, young, patient)).toEqual([shown, 4_000])
  expect(await planOf(patient)).toBe('Whole')
  const [row] = await test.db.asOwner<{ starts: Date; ends: Date }>(
    'select current_period_start as starts, current_period_end as ends from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  expect(row?.starts.getTime()).toBeCloseTo(Date.parse(preview?.at ?? ''), -4)
  const yearAfter = new Date(row?.starts ?? 0)
  yearAfter.setUTCFullYear(yearAfter.getUTCFullYear() + 1)
  expect(row?.ends).toEqual(yearAfter)
  await test.pass('P1YT2H')
  expect(await chargesOf(test, young, patient)).toEqual([40_000, shown, 4_000])
}, 60_000)
