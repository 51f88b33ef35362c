// Disputes: the clinic's admins hear at once, while evidence can still be sent (docs/payments.md 7).
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PlanView } from '#domain/plans/plans.ts'
import { heardBy } from '#testing/notices.ts'
import { openTestPayments, type SellingClinic, type TestPayments } from '#testing/payments.ts'
import { aStaffMember, type Patient } from '#testing/people.ts'
import { subscriptionOf } from '#testing/subscriptions.ts'

let test: TestPayments
let clinic: SellingClinic
let plan: PlanView
beforeAll(async () => {
  test = await openTestPayments()
  clinic = await test.aSellingClinic()
  plan = await test.aPublishedPlan(clinic, { name: 'Everyday Care', amountCents: 4_900 })
}, 60_000)
afterAll(() => test.close())

const inClinic = () => ({ stripeAccount: clinic.account })

/** A member whose next payment is disputed, and its dispute. */
async function aDispute(): Promise<{ patient: Patient; disputeId: string }> {
  const patient = await test.aMember(clinic, plan)
  const { stripe_subscription } = await subscriptionOf(test, patient)
  const { customer } = await test.client.subscriptions.retrieve(stripe_subscription, {}, inClinic())
  const id = String(customer)
  const card = await test.client.paymentMethods.attach('pm_card_createDispute', { customer: id }, inClinic())
  const invoice_settings = { default_payment_method: card.id }
  await test.client.customers.update(id, { invoice_settings }, inClinic())
  await test.client.subscriptions.update(stripe_subscription, { default_payment_method: card.id }, inClinic())
  await test.pass('P1M')
  await test.pass('PT2H')
  const { data } = await test.client.disputes.list({}, inClinic())
  for (const dispute of data) {
    const { customer: payer } = await test.client.charges.retrieve(String(dispute.charge), {}, inClinic())
    if (payer === id) return { patient, disputeId: dispute.id }
  }
  throw new Error('no payment was disputed')
}

const heard = async (person: { userId: string }) => {
  await test.runDue()
  await test.work()
  return (await heardBy(test.db, person)).filter(({ kind }) => kind.startsWith('dispute'))
}

it('admins hear once when one is opened and once when it is lost; staff does not', async () => {
  const staff = await aStaffMember(test.db, clinic)
  const { patient, disputeId } = await aDispute()
  const about = { patient_id: patient.patientId }
  expect(await heard(clinic.admin)).toEqual([{ kind: 'dispute_opened', ...about }])
  await test.client.disputes.update(
    disputeId,
    { evidence: { uncategorized_text: 'A visit' }, submit: false },
    inClinic(),
  )
  expect(await heard(clinic.admin)).toHaveLength(1)
  await test.client.disputes.close(disputeId, {}, inClinic())
  expect(await heard(clinic.admin)).toEqual(
    expect.arrayContaining([
      { kind: 'dispute_opened', ...about },
      { kind: 'dispute_lost', ...about },
    ]),
  )
  expect(await heard(staff)).toEqual([])
}, 60_000)

it('they hear of one that is won', async () => {
  const { patient, disputeId } = await aDispute()
  const evidence = { uncategorized_text: 'winning_evidence' }
  await test.client.disputes.update(disputeId, { evidence }, inClinic())
  expect(await heard(clinic.admin)).toContainEqual({ kind: 'dispute_won', patient_id: patient.patientId })
}, 60_000)
