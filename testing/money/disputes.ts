import type { PlanView } from '#domain/plans/plans.ts'
import type { Patient } from '../sign-in/people.ts'
import type { SellingClinic, TestPayments } from './payments.ts'
import { subscriptionOf } from './subscriptions.ts'

/** A member whose next payment is disputed, and its dispute; a month passes. @param beforeCharge runs before the charge */
export async function aDispute(
  test: TestPayments,
  clinic: SellingClinic,
  plan: PlanView,
  beforeCharge: (patient: Patient) => Promise<unknown> = async () => undefined,
): Promise<{ patient: Patient; disputeId: string }> {
  const inClinic = { stripeAccount: clinic.account }
  const patient = await test.aMember(clinic, plan)
  const { stripe_subscription } = await subscriptionOf(test, patient)
  const { customer } = await test.client.subscriptions.retrieve(stripe_subscription, {}, inClinic)
  const id = String(customer)
  const card = await test.client.paymentMethods.attach('pm_card_createDispute', { customer: id }, inClinic)
  const invoice_settings = { default_payment_method: card.id }
  await test.client.customers.update(id, { invoice_settings }, inClinic)
  await test.client.subscriptions.update(stripe_subscription, { default_payment_method: card.id }, inClinic)
  await beforeCharge(patient)
  await test.pass('P1M')
  await test.pass('PT2H')
  const { data } = await test.client.disputes.list({}, inClinic)
  for (const dispute of data) {
    const { customer: payer } = await test.client.charges.retrieve(String(dispute.charge), {}, inClinic)
    if (payer === id) return { patient, disputeId: dispute.id }
  }
  throw new Error('no payment was disputed')
}
