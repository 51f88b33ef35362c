import type { PlanKind } from '#domain/plans/plans.ts'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { bookInvoice } from '../ledger/book-invoice.ts'
import { writeNotice } from '../notices/write-notice.ts'
import { issueReceipts } from '../receipts/issue-receipts.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { takeNextRead } from './next-read.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { upsertPayments } from './upsert-payments.ts'

/**
 * Reads an invoice in a clinic's account with its lines, charges and refunds, updates the local copies, and books what
 * has been paid and refunded. Patients' money reaches the ledger nowhere else.
 *
 * @param source what caused the read, written to the ledger: a Stripe event, a sweep, a payment page
 * @returns what was done, for the inbox
 */
export async function refreshInvoice(
  services: Services,
  clinic: ConnectedClinic,
  invoice: string,
  source: string,
): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await takeNextRead(transactions, 'stripe-sync:refresh-invoice')
  const facts = await stripe.invoices.read(clinic.account, invoice)
  // a draft can be deleted
  if (!facts) return 'gone'
  // the clinic may send invoices of its own
  if (!facts.subscription) return 'not ours'
  const stripeSubscription = facts.subscription
  const find = () =>
    transactions.withSystem('stripe-sync:refresh-invoice', (tx) =>
      findSubscription(tx, clinic, stripeSubscription),
    )
  let subscription = await find()
  if (!subscription) {
    // its own event has not been processed yet
    await refreshSubscription(services, clinic, stripeSubscription)
    subscription = await find()
  }
  if (!subscription) return 'not ours'
  const owner = subscription
  return transactions.withSystem('stripe-sync:refresh-invoice', async (tx) => {
    await bookInvoice(tx, { clinicId: clinic.clinicId, kind: owner.kind, facts, source, now: clock.now() })
    const isNew = await upsertInvoice(tx, clinic, owner, facts, readNo)
    if (!isNew) return 'older than known'
    await upsertPayments(tx, clinic, owner.patientId, facts, readNo)
    await issueReceipts(tx, clinic.clinicId, facts, clock.now())
    await noticeFailedPayment(tx, clinic.clinicId, facts, clock.now())
    return facts.status
  })
}

/**
 * One notice for each automatic attempt that did not succeed; of several found at once, for the last. Counted by attempts,
 * not by failed charges: a bank that asks the payer leaves no charge.
 */
async function noticeFailedPayment(tx: Tx, clinicId: string, facts: InvoiceFacts, now: Date): Promise<void> {
  if (facts.status !== 'open' || facts.attemptCount === 0 || facts.charges.at(-1)?.status === 'pending')
    return
  const key = `${facts.id}:${facts.attemptCount}`
  await writeNotice(tx, { clinicId, kind: 'payment_failed', subjectId: facts.id, key }, now)
}

interface Owner {
  id: string
  patientId: string
  kind: PlanKind
}

async function findSubscription(
  tx: Tx,
  { clinicId }: ConnectedClinic,
  stripeSubscription: string,
): Promise<Owner | undefined> {
  const row = await tx
    .selectFrom('subscriptions as s')
    .innerJoin('plans as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.plan_id'),
    )
    .select(['s.id', 's.owner_patient_id as patientId', 'p.kind'])
    .where('s.clinic_id', '=', clinicId)
    .where('s.stripe_subscription', '=', stripeSubscription)
    .executeTakeFirst()
  return row && { ...row, kind: row.kind as PlanKind }
}

/** @returns false when a later read has been stored already */
async function upsertInvoice(
  tx: Tx,
  { clinicId, account }: ConnectedClinic,
  owner: Owner,
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
