import type { PlanView } from '#domain/plans/plans.ts'
import type { Patient } from '../sign-in/people.ts'
import { customerOf } from './cards.ts'
import type { SellingClinic, TestPayments } from './payments.ts'

export type FailingCard = 'pm_card_chargeCustomerFail' | 'pm_card_authenticationRequired'

/** A patient who has paid with a good card; their next charge will be refused. */
export async function aFailingMember(
  test: TestPayments,
  clinic: SellingClinic,
  plan: PlanView,
  card: FailingCard = 'pm_card_chargeCustomerFail',
): Promise<Patient> {
  const patient = await test.aMember(clinic, plan)
  const customer = await customerOf(test, patient)
  const inClinic = { stripeAccount: clinic.account }
  const { id } = await test.client.paymentMethods.attach(card, { customer }, inClinic)
  await test.client.customers.update(customer, { invoice_settings: { default_payment_method: id } }, inClinic)
  await test.work()
  return patient
}

export async function dueInvoiceOf(test: TestPayments, patient: Patient): Promise<string | null> {
  const [row] = await test.db.asOwner<{ id: string }>(
    `select id from invoices where patient_id = $1 and status = 'open'`,
    [patient.patientId],
  )
  return row?.id ?? null
}

/** The bank accepts the saved card from now on. */
export async function makeCardGood(
  test: TestPayments,
  clinic: SellingClinic,
  patient: Patient,
): Promise<void> {
  const customer = await customerOf(test, patient)
  const { id } = await test.client.paymentMethods.attach(
    'pm_card_visa',
    { customer },
    { stripeAccount: clinic.account },
  )
  // not at Stripe, which would then try another card
  await test.db.asOwner('update patient_customers set card_method = $2 where patient_id = $1', [
    patient.patientId,
    id,
  ])
}
