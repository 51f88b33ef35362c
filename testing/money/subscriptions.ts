import type { Patient } from '../sign-in/people.ts'
import type { SellingClinic, TestPayments } from './payments.ts'

export async function subscriptionOf(test: TestPayments, patient: Patient) {
  const [row] = await test.db.asOwner<{ id: string; stripe_subscription: string; status: string }>(
    'select id, stripe_subscription, status, cancel_at_period_end, pending_cancel, ended_at from subscriptions where owner_patient_id = $1',
    [patient.patientId],
  )
  if (!row) throw new Error('no subscription')
  return row
}

export function heldBy(test: TestPayments, patient: Patient) {
  return test.services.transactions.withActor(patient.caller(), (tx) =>
    tx.selectFrom('subscriptions').select(['status', 'cancel_at_period_end']).execute(),
  )
}

/** According to Stripe. In cents. */
export async function chargesOf(
  test: TestPayments,
  clinic: SellingClinic,
  patient: Patient,
): Promise<number[]> {
  const [customer] = await test.db.asOwner<{ stripe_customer: string }>(
    'select stripe_customer from patient_customers where patient_id = $1',
    [patient.patientId],
  )
  const { data } = await test.client.charges.list(
    { customer: customer?.stripe_customer ?? 'none', limit: 100 },
    { stripeAccount: clinic.account },
  )
  return data.filter((charge) => charge.status === 'succeeded').map((charge) => charge.amount)
}

export async function endsAtStripe(test: TestPayments, clinic: SellingClinic, id: string): Promise<boolean> {
  const read = await test.client.subscriptions.retrieve(id, {}, { stripeAccount: clinic.account })
  return read.cancel_at_period_end
}

export function sessionOf(location: string | null): string {
  return new URL(location ?? '').searchParams.get('session_id') ?? ''
}
