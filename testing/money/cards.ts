import type { Patient } from '../sign-in/people.ts'
import type { SellingClinic, TestPayments } from './payments.ts'

/** A patient's customer at Stripe. */
export async function customerOf(test: TestPayments, patient: Patient): Promise<string> {
  const [row] = await test.db.asOwner<{ id: string }>(
    'select stripe_customer as id from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  return row?.id ?? ''
}

/** Saves a card at Stripe without making it the default. @param card such as `pm_card_mastercard` */
export async function addCard(test: TestPayments, clinic: SellingClinic, patient: Patient, card: string) {
  const customer = await customerOf(test, patient)
  const { id } = await test.client.paymentMethods.attach(
    card,
    { customer },
    { stripeAccount: clinic.account },
  )
  await test.work()
  return id
}

export function cardsOf(test: TestPayments, patient: Patient) {
  return test.db.asOwner<{ id: string; brand: string; is_default: boolean }>(
    'select id, brand, is_default from patient_cards where patient_id = $1 order by brand',
    [patient.patientId],
  )
}
