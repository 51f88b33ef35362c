import { deskPaymentId } from '#domain/invoices/inputs.ts'
import { bookDeskPayment } from '#server/features/ledger/book-desk-payment.ts'
import type { RevenueKind } from '#server/features/ledger/ledger.ts'
import { issueReceipts } from '#server/features/receipts/issue-receipts.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'

/**
 * Books the payment at the desk of an invoice that Stripe shows as paid outside it, with its receipt; nothing without
 * an entry of the desk (docs/decisions/0188). Idempotent. Role `system`, after the invoice is stored.
 */
export async function settleDeskPayment(
  tx: Tx,
  {
    clinicId,
    kind,
    facts,
    source,
    now,
  }: { clinicId: string; kind: RevenueKind; facts: InvoiceFacts; source: string; now: Date },
): Promise<void> {
  if (facts.status !== 'paid' || facts.paidOutsideCents === 0) return
  const paymentId = deskPaymentId(facts.id)
  const entered = await tx
    .updateTable('payments')
    .set({ status: 'succeeded', failure_code: null, amount_cents: facts.paidOutsideCents })
    .where('clinic_id', '=', clinicId)
    .where('id', '=', paymentId)
    // failed: Stripe's answer was lost
    .where('status', 'in', ['pending', 'failed'])
    .returning(['amount_cents as amountCents', 'currency', 'charged_at as occurredAt'])
    .executeTakeFirst()
  if (!entered) return
  await bookDeskPayment(tx, { ...entered, clinicId, paymentId, kind, invoice: facts, source, now })
  await issueReceipts(tx, clinicId, [paymentId], now)
}
