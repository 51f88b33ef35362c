import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinPlan } from '#server/features/checkouts/join-plan.ts'
import { cancelSubscription } from '#server/features/subscriptions/cancel-subscription.ts'
import { agreement } from '#testing/agreement.ts'
import { openTestPayments, type TestPayments } from '#testing/payments.ts'
import { aPatient } from '#testing/people.ts'

let test: TestPayments
beforeAll(async () => {
  test = await openTestPayments()
})
afterAll(() => test.close())

/** Words that identify a person or a health condition. */
const canaries = ['Quillfeather', 'Thyroid-canary', 'Insulin-canary']

it('no patient’s name and no description of a plan reaches Stripe, the job table or the audit log', async () => {
  const [name, description, include] = canaries
  const clinic = await test.aSellingClinic()
  const plan = await test.aPublishedPlan(clinic, { description, includes: [include ?? ''] })
  const patient = await aPatient(test.db, clinic, { name: `Ada ${name}` })
  const page = await test.call(joinPlan, patient.caller(), {
    priceId: plan.price.id,
    attempt: crypto.randomUUID(),
    agreement,
  })
  await test.pay(page.url)
  await test.work()
  const [subscription] = await test.db.asOwner<{ id: string }>(
    'select id from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  await test.call(cancelSubscription, patient.caller(), { subscriptionId: subscription?.id })
  await test.work()
  await test.runDue()

  const inClinic = { stripeAccount: clinic.account }
  const atStripe = await Promise.all([
    // each change of each object
    test.client.events.list({ limit: 100 }, inClinic),
    test.client.events.list({ limit: 100 }),
    test.client.customers.list({}, inClinic),
    test.client.checkout.sessions.list({}, inClinic),
    test.client.subscriptions.list({}, inClinic),
    test.client.invoices.list({}, inClinic),
    test.client.accounts.list(),
  ])
  const stored = [
    await test.db.asOwner('select data, output from jobs.job'),
    await test.db.asOwner('select * from app.audit_log'),
    await test.db.asOwner('select * from app.webhook_events'),
    await test.db.asOwner('select * from journal'),
  ]
  const everything = JSON.stringify([atStripe, stored])
  expect(everything).toContain(patient.patientId)
  for (const canary of canaries) expect(everything).not.toContain(canary)
})
