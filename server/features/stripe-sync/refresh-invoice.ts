import type { PlanKind } from '#domain/plans/plans.ts'
import type { Services } from '#server/platform/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { bookInvoice } from '../ledger/book-invoice.ts'
import { writeNotice } from '../notices/write-notice.ts'
import { issueReceipts } from '../receipts/issue-receipts.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { takeNextRead } from './next-read.ts'
import { patientOfCustomer } from './patient-of-customer.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { upsertInvoice } from './upsert-invoice.ts'
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
  const owner = await ownerOf(services, clinic, facts)
  if (!owner) return 'not ours'
  return transactions.withSystem('stripe-sync:refresh-invoice', async (tx) => {
    await bookInvoice(tx, { clinicId: clinic.clinicId, kind: owner.kind, facts, source, now: clock.now() })
    const isNew = await upsertInvoice(tx, clinic, owner, facts, readNo)
    if (!isNew) return 'older than known'
    await upsertPayments(tx, clinic, owner.patientId, facts, readNo)
    await issueReceipts(tx, clinic.clinicId, facts, clock.now())
    // what the clinic bills in its dashboard it follows up there
    if (owner.id) await noticeFailedPayment(tx, clinic.clinicId, facts, clock.now())
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
  /** Of the subscription; null for an invoice without one. */
  id: string | null
  patientId: string
  kind: PlanKind
}

/** Whom an invoice is for: the owner of its subscription, or, without one, the patient whom its customer stands for. */
async function ownerOf(
  services: Services,
  clinic: ConnectedClinic,
  { subscription, customer }: InvoiceFacts,
): Promise<Owner | undefined> {
  const { transactions } = services
  if (!subscription) {
    if (!customer) return undefined
    const patientId = await transactions.withSystem('stripe-sync:refresh-invoice', (tx) =>
      patientOfCustomer(tx, clinic.clinicId, customer),
    )
    return patientId ? { id: null, patientId, kind: 'uninsured' } : undefined
  }
  const find = () =>
    transactions.withSystem('stripe-sync:refresh-invoice', (tx) => findSubscription(tx, clinic, subscription))
  const known = await find()
  if (known) return known
  // its own event has not been processed yet
  await refreshSubscription(services, clinic, subscription)
  return find()
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
