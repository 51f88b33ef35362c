import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import type { ConnectedClinic } from './connected-clinic.ts'

/**
 * Stores an invoice and its lines as Stripe showed them in read `readNo`.
 *
 * @param owner `id` is that of the subscription, null for an invoice without one
 * @returns false when a later read has been stored already
 */
export async function upsertInvoice(
  tx: Tx,
  { clinicId, account }: ConnectedClinic,
  owner: { id: string | null; patientId: string },
  facts: InvoiceFacts,
  readNo: number,
): Promise<boolean> {
  const state = {
    number: facts.number,
    status: facts.status,
    currency: facts.currency,
    total_cents: facts.totalCents,
    tax_cents: facts.taxCents,
    amount_paid_cents: facts.amountPaidCents,
    amount_due_cents: facts.amountDueCents,
    period_start: facts.periodStart,
    period_end: facts.periodEnd,
    issued_at: facts.issuedAt,
    paid_at: facts.paidAt,
    next_attempt_at: facts.nextAttemptAt,
    attempt_count: facts.attemptCount,
    read_no: readNo,
  }
  const stored = await tx
    .insertInto('invoices')
    .values({
      id: facts.id,
      clinic_id: clinicId,
      stripe_account: account,
      patient_id: owner.patientId,
      subscription_id: owner.id,
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state).where('invoices.read_no', '<', readNo))
    .returning('id')
    .executeTakeFirst()
  if (!stored) return false
  await tx
    .deleteFrom('invoice_lines')
    .where('clinic_id', '=', clinicId)
    .where('invoice_id', '=', facts.id)
    .execute()
  if (facts.lines.length === 0) return true
  await tx
    .insertInto('invoice_lines')
    .values(
      facts.lines.map((line) => ({
        id: line.id,
        clinic_id: clinicId,
        invoice_id: facts.id,
        description: line.description,
        quantity: line.quantity,
        amount_cents: line.amountCents,
        period_start: line.periodStart,
        period_end: line.periodEnd,
      })),
    )
    .execute()
  return true
}
