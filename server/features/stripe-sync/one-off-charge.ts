import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { bookInvoice } from '../ledger/book-invoice.ts'
import { bookMovements } from '../ledger/book-movements.ts'
import { issueReceipts, succeeded } from '../receipts/issue-receipts.ts'
import type { ConnectedClinic } from './connected-clinic.ts'
import { noticeRefunds } from './notice-refunds.ts'
import { patientOfCustomer } from './patient-of-customer.ts'
import { upsertInvoice } from './refresh/upsert-invoice.ts'
import { upsertPayments } from './refresh/upsert-payments.ts'

const purpose = 'stripe-sync:one-off-charge'

/** Whether a local invoice represents a charge that has none at Stripe. */
export const isOneOffCharge = (invoiceId: string): boolean => /^(ch|py)_/.test(invoiceId)

/**
 * Books a charge without an invoice: an uninsured service from the clinic's dashboard. Of a known patient it is shown
 * and in the base of the commission; others are listed to be assigned (docs/payments.md 9).
 */
export function bookOneOffCharge(
  { transactions, clock, notices }: Pick<Services, 'transactions' | 'clock' | 'notices'>,
  clinic: ConnectedClinic,
  charge: ChargeFacts,
  source: string,
  readNo: number,
): Promise<string> {
  // booked when it is captured, if ever
  if (charge.status === 'held') return Promise.resolve('held')
  const now = clock.now()
  const { clinicId } = clinic
  const { movements } = charge
  return transactions.withSystem(purpose, async (tx) => {
    const patientId = await ownerOf(tx, clinic, charge)
    if (!patientId) {
      await bookMovements(tx, { clinicId, movements, source, now })
      return listUnassigned(tx, clinic, charge, now)
    }
    // a card that was declined on a payment page: nothing was sold
    if (charge.status === 'failed' && !(await isKnown(tx, clinic, charge.id))) return 'failed'
    const facts = invoiceOfCharge(charge)
    await bookInvoice(tx, { clinicId, kind: 'uninsured', facts, source, now })
    if (!(await upsertInvoice(tx, clinic, { id: null, patientId }, facts, readNo))) return 'older than known'
    // sent together and executed in this order: a receipt needs its payment
    await Promise.all([
      upsertPayments(tx, clinic, patientId, facts, readNo),
      issueReceipts(tx, clinicId, succeeded(facts.charges), now),
      bookMovements(tx, { clinicId, movements, source, now }),
    ])
    await noticeRefunds({ notices, clock }, tx, { clinicId, patientId }, facts.charges)
    return 'one-off'
  })
}

async function isKnown(tx: Tx, { clinicId }: ConnectedClinic, charge: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payments')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', charge)
    .executeTakeFirst()
  return row !== undefined
}

async function ownerOf(tx: Tx, { clinicId }: ConnectedClinic, charge: ChargeFacts): Promise<string | null> {
  const known = charge.customer ? await patientOfCustomer(tx, clinicId, charge.customer) : null
  if (known) return known
  const assigned = await tx
    .selectFrom('unassigned_charges')
    .select('patient_id')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', charge.id)
    .executeTakeFirst()
  return assigned?.patient_id ?? null
}

async function listUnassigned(
  tx: Tx,
  { clinicId, account }: ConnectedClinic,
  charge: ChargeFacts,
  now: Date,
): Promise<string> {
  if (charge.status !== 'succeeded') return 'not ours'
  await tx
    .insertInto('unassigned_charges')
    .values({
      id: charge.id,
      clinic_id: clinicId,
      stripe_account: account,
      stripe_customer: charge.customer,
      amount_cents: charge.amountCents,
      currency: charge.currency,
      charged_at: charge.chargedAt,
      payer_name: charge.payerName,
      payer_email: charge.payerEmail,
      card_brand: charge.cardBrand,
      card_last4: charge.cardLast4,
      found_at: now,
    })
    .onConflict((conflict) => conflict.columns(['clinic_id', 'id']).doNothing())
    .execute()
  return 'to be assigned'
}

function invoiceOfCharge(charge: ChargeFacts): InvoiceFacts {
  const isPaid = charge.status === 'succeeded'
  return {
    id: charge.id,
    number: null,
    status: isPaid ? 'paid' : charge.status === 'pending' ? 'open' : 'void',
    customer: charge.customer,
    metadata: {},
    subscription: null,
    currency: charge.currency,
    totalCents: charge.amountCents,
    taxCents: 0,
    amountPaidCents: isPaid ? charge.amountCents : 0,
    paidOutsideCents: 0,
    amountDueCents: 0,
    creditCents: 0,
    periodStart: charge.chargedAt,
    periodEnd: charge.chargedAt,
    issuedAt: charge.chargedAt,
    paidAt: isPaid ? charge.chargedAt : null,
    nextAttemptAt: null,
    dueAt: null,
    payUrl: null,
    writtenOffAt: null,
    attemptCount: 1,
    lines: [],
    charges: [charge],
  }
}
