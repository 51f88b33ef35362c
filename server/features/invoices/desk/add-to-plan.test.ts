// The stories: server/tests/money/month/plan-by-invoice.test.ts.
import { expect, it } from 'vitest'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { closePlan } from '#server/features/plans/close-plan.ts'
import { agreement } from '#testing/money/agreement.ts'
import { setUpSale } from '#testing/money/set-up.ts'
import { aRecord } from '#testing/patient-merges.ts'
import { aPatient, aStaffMember } from '#testing/sign-in/people.ts'
import { addToPlan } from './add-to-plan.ts'

const { test, clinic, plan } = await setUpSale()

type By = { caller(): Parameters<typeof test.call>[1] }
const agreed = (totalCents = 9_900) => ({ attempt: crypto.randomUUID(), totalCents })
const add = (by: By, patientId: string, changes: object = {}) =>
  test.call(addToPlan, by.caller(), { patientId, priceId: plan.price.id, dueInDays: 7, ...changes })
const plansOf = (patientId: string) =>
  test.db.asOwner('select status, days_until_due from subscriptions where owner_patient_id = $1', [patientId])

it('is for patients of the clinic, by the roles of money, and makes no plan at another amount', async () => {
  const patient = await aPatient(test.db, clinic)
  const { patientId } = patient
  const other = await test.aSellingClinic()
  await expect(add(other.admin, patientId)).rejects.toMatchObject({ code: 'not_found' })
  await expect(add(patient, patientId)).rejects.toMatchObject({ code: 'not_allowed' })
  await expect(add(await aStaffMember(test.db, clinic), patientId)).rejects.toMatchObject({
    code: 'not_allowed',
  })
  await expect(add(clinic.admin, patientId, { dueInDays: 8 })).rejects.toMatchObject({
    code: 'invalid_input',
  })
  await expect(add(clinic.admin, patientId, { agreed: agreed(100) })).rejects.toMatchObject({
    code: 'quote_changed',
  })
  const billing = await aStaffMember(test.db, clinic, { isBillingOnly: true })
  await expect(add(billing, patientId, { agreed: agreed() })).rejects.toMatchObject({ code: 'not_allowed' })
  expect(await plansOf(patientId)).toEqual([])
  const desk = await aStaffMember(test.db, clinic, { permissionSets: ['money'] })
  await add(desk, patientId, { agreed: agreed() })
  expect(await plansOf(patientId)).toEqual([{ status: 'active', days_until_due: 7 }])
})

it('closes the patient’s own open payment page, so that one plan is paid', async () => {
  const patient = await aPatient(test.db, clinic)
  const { url } = await test.call(joinPlan, patient.caller(), {
    ...{ priceId: plan.price.id, attempt: crypto.randomUUID(), agreement },
  })
  await add(clinic.admin, patient.patientId, { agreed: agreed() })
  expect((await test.pay(url)).status).toBe(410)
  await test.work()
  expect(await plansOf(patient.patientId)).toEqual([{ status: 'active', days_until_due: 7 }])
})

it('two wishes at once, and a reservation that a crash left, lead to one plan', async () => {
  const patientId = await aRecord(test.db, clinic)
  const made = await Promise.allSettled([
    add(clinic.admin, patientId, { agreed: agreed() }),
    add(clinic.admin, patientId, { agreed: agreed(), dueInDays: 30 }),
  ])
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await plansOf(patientId)).toHaveLength(1)

  const second = await aRecord(test.db, clinic)
  await test.db.asOwner(
    `insert into app.checkouts (clinic_id, purpose, subject_id, choice, attempt, created_at, updated_at)
     values ($1, 'wellness', $2, 'left', 'left-by-a-crash', $3, $3)`,
    [clinic.id, second, test.clock.now()],
  )
  await expect(add(clinic.admin, second, { agreed: agreed() })).rejects.toMatchObject({
    code: 'subscription_changing',
  })
  test.clock.advance('PT11M')
  await add(clinic.admin, second, { agreed: agreed() })
  expect(await plansOf(second)).toHaveLength(1)
})

it('refuses a plan that is no longer on sale', async () => {
  const closed = await test.aPublishedPlan(clinic)
  await test.call(closePlan, clinic.admin.caller(), { planId: closed.id })
  const patientId = await aRecord(test.db, clinic)
  await expect(add(clinic.admin, patientId, { priceId: closed.price.id })).rejects.toMatchObject({
    code: 'plan_not_published',
  })
})
