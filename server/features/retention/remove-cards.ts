import type { Services } from '#server/clinic/action.ts'

/** Removes saved cards at Stripe, of a patient or a whole clinic: before their rows, so that a failure is retried. */
export async function removeCardsOf(
  { transactions, stripe }: Pick<Services, 'transactions' | 'stripe'>,
  purpose: string,
  { clinicId, patientId }: { clinicId: string; patientId?: string },
): Promise<void> {
  const cards = await transactions.withSystem(purpose, (tx) => {
    const ofClinic = tx
      .selectFrom('patient_cards as k')
      .innerJoin('patient_customers as c', (join) =>
        join.onRef('c.clinic_id', '=', 'k.clinic_id').onRef('c.patient_id', '=', 'k.patient_id'),
      )
      .select(['c.stripe_account as account', 'k.stripe_method as method'])
      .where('k.clinic_id', '=', clinicId)
      .orderBy('k.stripe_method')
    return (patientId ? ofClinic.where('k.patient_id', '=', patientId) : ofClinic).execute()
  })
  for (const { account, method } of cards) await stripe.customers.removeCard(account, method)
}
