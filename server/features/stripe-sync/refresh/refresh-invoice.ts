import { isBankAccount } from '#domain/payouts/bank-debits.ts'
import type { PlanKind } from '#domain/plans/plans.ts'
import type { Services } from '#server/clinic/action.ts'
import { bookInvoice } from '#server/features/ledger/book-invoice.ts'
import { bookMovements } from '#server/features/ledger/book-movements.ts'
import type { RevenueKind } from '#server/features/ledger/ledger.ts'
import { writeNotice } from '#server/features/notices/write-notice.ts'
import { issueReceipts, succeeded } from '#server/features/receipts/issue-receipts.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'
import { takeNextRead } from '../next-read.ts'
import { noticeRefunds } from '../notice-refunds.ts'
import { patientOfCustomer } from '../patient-of-customer.ts'
import { refreshSubscription } from './refresh-subscription.ts'
import { settleDeskPayment } from './settle-desk-payment.ts'
import { upsertInvoice, upsertLines } from './upsert-invoice.ts'
import { upsertPayments } from './upsert-payments.ts'

/**
 * Reads an invoice of a clinic's account with its lines, charges and refunds, and books payments and refunds. The only
 * source of patients' money in the ledger.
 * @param source cause of the read, for the ledger
 */
export async function refreshInvoice(
  services: Services,
  clinic: ConnectedClinic,
  invoice: string,
  source: string,
): Promise<string> {
  const { transactions, stripe } = services
  const readNo = await takeNextRead(transactions, 'stripe-sync:refresh-invoice')
  const facts = await stripe.invoices.read(clinic.account, invoice)
  // a draft can be deleted
  if (!facts) return 'gone'
  if (facts.isMove) return 'moved renewal'
  const known = await store(services, clinic, facts, { source, readNo })
  if (known) return known
  if (!facts.subscription) return 'not ours'
  // its own event has not been processed yet
  await refreshSubscription(services, clinic, facts.subscription)
  return (await store(services, clinic, facts, { source, readNo })) ?? 'not ours'
}

/** @returns the result; null if the invoice's patient is unknown */
function store(
  { transactions, clock, notices }: Services,
  clinic: ConnectedClinic,
  read: InvoiceFacts,
  { source, readNo }: { source: string; readNo: number },
): Promise<string | null> {
  return transactions.withSystem('stripe-sync:refresh-invoice', async (tx) => {
    const owner = await ownerOf(tx, clinic, read)
    if (!owner) return null
    const facts = owner.taxCents === null ? read : { ...read, taxCents: owner.taxCents }
    const booking = { clinicId: clinic.clinicId, kind: owner.kind, facts, source, now: clock.now() }
    const [isNew] = await Promise.all([
      upsertInvoice(tx, clinic, owner, facts, readNo),
      bookInvoice(tx, booking),
    ])
    if (!isNew) return 'older than known'
    // sent together and executed in this order: a receipt needs its payment
    await Promise.all([
      upsertPayments(tx, clinic, owner.patientId, facts, readNo),
      upsertLines(tx, clinic, facts),
      issueReceipts(tx, clinic.clinicId, succeeded(facts.charges), clock.now()),
      bookMovements(tx, {
        clinicId: clinic.clinicId,
        movements: facts.charges.flatMap((charge) => charge.movements),
        source,
        now: clock.now(),
      }),
      // invoices from the dashboard are followed up there
      owner.id && noticeFailedPayment(tx, clinic.clinicId, facts, clock.now()),
      owner.id && noticeIssued(tx, clinic.clinicId, facts, clock.now()),
      owner.id && noticeProcessing(tx, clinic.clinicId, facts, clock.now()),
    ])
    await settleDeskPayment(tx, booking)
    const { patientId } = owner
    await noticeRefunds({ notices, clock }, tx, { clinicId: clinic.clinicId, patientId }, facts.charges)
    return facts.status
  })
}

/**
 * One notice per failed automatic attempt; of several found at once, for the last. Counts attempts instead of failed
 * charges, because a bank that asks the payer leaves no charge. A bank account that has refused is not debited again,
 * so its refusal is one notice.
 */
async function noticeFailedPayment(tx: Tx, clinicId: string, facts: InvoiceFacts, now: Date): Promise<void> {
  const last = facts.charges.at(-1)
  if (facts.status !== 'open' || facts.attemptCount === 0 || last?.status === 'pending') return
  // the page where the payer pays has shown a declined card
  if (facts.dueAt && !isBankAccount(last?.cardBrand)) return
  const key = `${facts.id}:${isBankAccount(last?.cardBrand) ? last?.id : facts.attemptCount}`
  await writeNotice(tx, { clinicId, kind: 'payment_failed', subjectId: facts.id, key }, now)
}

/** One notice per invoice of a plan that is paid by link; its composer states the present state. */
async function noticeIssued(tx: Tx, clinicId: string, facts: InvoiceFacts, now: Date): Promise<void> {
  if (facts.status !== 'open' || !facts.dueAt) return
  await writeNotice(
    tx,
    { clinicId, kind: 'invoice_due', subjectId: facts.id, key: `${facts.id}:issued` },
    now,
  )
}

/** One notice per started bank debit. */
async function noticeProcessing(tx: Tx, clinicId: string, facts: InvoiceFacts, now: Date): Promise<void> {
  const last = facts.charges.at(-1)
  if (facts.status !== 'open' || last?.status !== 'pending') return
  await writeNotice(tx, { clinicId, kind: 'payment_processing', subjectId: facts.id, key: last.id }, now)
}

interface Owner {
  /** Of the subscription; null for an invoice without one. */
  id: string | null
  patientId: string
  kind: RevenueKind
  /** Of an invoice that replaces another; null where Stripe states the tax. */
  taxCents: number | null
}

/** The owner of the invoice's subscription, or without one the customer's patient. */
async function ownerOf(
  tx: Tx,
  clinic: ConnectedClinic,
  { id, subscription, customer }: InvoiceFacts,
): Promise<Owner | undefined> {
  if (subscription) return findSubscription(tx, clinic, subscription)
  const [patientId, sale] = await Promise.all([
    customer && patientOfCustomer(tx, clinic.clinicId, customer),
    tx
      .selectFrom('invoices')
      .select(['sale_kind as kind', 'sale_tax_cents as taxCents'])
      .where('clinic_id', '=', clinic.clinicId)
      .where('id', '=', id)
      .executeTakeFirst(),
  ])
  if (!patientId) return
  // a sale in the dashboard counts as an uninsured service (docs/payments.md 9)
  const kind = (sale?.kind ?? 'uninsured') as RevenueKind
  return { id: null, patientId, kind, taxCents: sale?.taxCents ?? null }
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
  return row && { ...row, kind: row.kind as PlanKind, taxCents: null }
}
