import { unusedGivenCents } from '#domain/credits/credits.ts'
import type { Services } from '#server/clinic/action.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'

/**
 * Reads the changes of a payer's credit from Stripe, stores the new ones, and mails the payer those that the desk made.
 * Idempotent: a list that is shorter than the stored one is older, and changes nothing.
 */
export async function refreshCredits(
  services: Services,
  { clinicId, account }: Pick<ConnectedClinic, 'clinicId' | 'account'>,
  customer: string,
): Promise<string> {
  const { transactions, stripe, clock } = services
  const changes = await stripe.credits.list(account, customer)
  return transactions.withSystem('stripe-sync:refresh-credits', async (tx) => {
    const owner = await tx
      .updateTable('patient_customers')
      .set({
        credit_cents: changes.at(-1)?.balanceCents ?? 0,
        unused_credit_cents: unusedGivenCents(changes),
        credit_changes: changes.length,
      })
      .where('clinic_id', '=', clinicId)
      .where('stripe_customer', '=', customer)
      .where('stripe_account', '=', account)
      .where('credit_changes', '<=', changes.length)
      .returning('patient_id as patientId')
      .executeTakeFirst()
    if (!owner || changes.length === 0) return owner ? 'no credit' : 'older than known'
    const { patientId } = owner
    const stored = await tx
      .insertInto('credits')
      .values(
        changes.map(({ id, kind, cents, currency, invoice, at }, place) => ({
          ...{ id, clinic_id: clinicId, patient_id: patientId, kind, amount_cents: cents, currency },
          ...{ invoice_id: invoice, occurred_at: at, place },
        })),
      )
      .onConflict((conflict) => conflict.columns(['clinic_id', 'id']).doNothing())
      .returning(['id'])
      .execute()
    const isNew = new Set(stored.map(({ id }) => id))
    for (const { id, kind, cents, key } of changes) {
      // a correction of the desk's own entry is not news
      const isNews = key !== null && (kind === 'given' || (kind === 'taken_back' && cents < 0))
      if (!isNew.has(id) || !isNews) continue
      await writeNotice(tx, { clinicId, kind: `credit_${kind}`, subjectId: id, key: id }, clock.now())
    }
    return 'credit'
  })
}
