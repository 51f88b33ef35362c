import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestPayments, type TestPayments } from '#testing/payments.ts'
import { aPatient } from '#testing/people.ts'
import { joinPlan } from './join-plan.ts'
import { joinStatus } from './join-status.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments()
})
afterAll(() => test.close())

it('first', async () => {
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic)
  const patient = await aPatient(test.db, clinic)
  const { url } = await test.call(joinPlan, patient.caller(), { priceId: plan.price.id, attempt: 'click-0001' })
  const paid = await test.pay(url)
  expect(paid.status).toBe(303)
  const session = new URL(paid.location ?? '').searchParams.get('session_id')
  expect(await test.call(joinStatus, patient.caller(), { sessionId: session })).toEqual({ state: 'confirming', planName: 'Whole Year' })
  await test.work()
  console.log(await test.db.asOwner('select type, outcome, error, attempts from app.webhook_events'))
  expect(await test.call(joinStatus, patient.caller(), { sessionId: session })).toEqual({ state: 'active', planName: 'Whole Year' })
  console.log(await test.db.asOwner('select * from subscriptions'), await test.db.asOwner('select * from invoices'), await test.db.asOwner('select * from payments'), await test.db.asOwner('select * from journal'), await test.db.asOwner('select * from postings'), await test.db.asOwner('select * from patient_customers'))
})
