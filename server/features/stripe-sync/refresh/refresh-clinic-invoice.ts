import type { Services } from '#server/clinic/action.ts'
import { bookClinicInvoice } from '#server/features/ledger/book-clinic-invoice.ts'
import { clinicOf } from '#server/platform/database/clinic-of.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { nextRead } from '../next-read.ts'

/**
 * Reads an invoice of Carefold's own account, updates the local copy, and books payments and refunds.
 * @param source cause of the read, for the ledger
 */
export async function refreshClinicInvoice(
  services: Services,
  invoice: string,
  source: string,
): Promise<string> {
  const { transactions, stripe, clock } = services
  const readNo = await transactions.withSystem('stripe-sync:refresh-clinic-invoice', (tx) => nextRead(tx))
  const facts = await stripe.invoices.read(null, invoice)
  if (!facts) return 'gone'
  if (facts.status === 'draft') return 'draft'
  const { status } = facts
  return transactions.withSystem('stripe-sync:refresh-clinic-invoice', async (tx) => {
    const owner = await ownerOf(tx, facts)
    if (!owner) return 'not ours'
    const state = {
      number: facts.number,
      status,
      total_cents: facts.totalCents,
      amount_paid_cents: facts.amountPaidCents,
      amount_due_cents: facts.amountDueCents,
      refunded_cents: facts.charges.reduce((sum, charge) => sum + charge.refundedCents, 0),
      paid_at: facts.paidAt,
      ...(owner.kind === 'commission' ? {} : collectionOf(facts)),
      ...(status === 'open' || status === 'uncollectible'
        ? {}
        : { past_due_at: null, next_attempt_at: null }),
      read_no: readNo,
    }
    await bookClinicInvoice(tx, { ...owner, facts, source, now: clock.now() })
    const stored = await tx
      .insertInto('clinic_invoices')
      .values({
        id: facts.id,
        clinic_id: owner.clinicId,
        kind: owner.kind,
        statement_id: owner.statementId,
        currency: facts.currency,
        period_start: facts.periodStart,
        period_end: facts.periodEnd,
        issued_at: facts.issuedAt,
        ...state,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['clinic_id', 'id'])
          .doUpdateSet(state)
          .where('clinic_invoices.read_no', '<', readNo),
      )
      .returning('id')
      .executeTakeFirst()
    return stored ? status : 'older than known'
  })
}

/** Refreshes the invoice of a charge in Carefold's own account. */
export async function refreshClinicCharge(
  services: Services,
  charge: string,
  source: string,
): Promise<string> {
  const { customer, intent } = await services.stripe.commissionInvoices.originOf(charge)
  if (!customer || !intent) return 'not ours'
  const invoice = await services.stripe.invoices.findPaidBy(null, customer, intent)
  return invoice ? refreshClinicInvoice(services, invoice, source) : 'not ours'
}

/** The same for a refund. */
export async function refreshClinicRefund(
  services: Services,
  refund: string,
  source: string,
): Promise<string> {
  const charge = await services.stripe.commissionInvoices.chargeOfRefund(refund)
  return charge ? refreshClinicCharge(services, charge, source) : 'not ours'
}

interface Owner {
  clinicId: string
  kind: 'commission' | 'tier' | 'other'
  statementId: string | null
}

/** The clinic by its customer; metadata only names the statement. */
async function ownerOf(tx: Tx, facts: InvoiceFacts): Promise<Owner | null> {
  if (!facts.customer) return null
  const clinic = await tx
    .selectFrom('clinic_billing')
    .select('clinic_id')
    .where('clinic_id', '=', await clinicOf(tx, 'billing_customer', facts.customer))
    .executeTakeFirst()
  if (!clinic) return null
  const clinicId = clinic.clinic_id
  if (facts.subscription) return { clinicId, kind: 'tier', statementId: null }
  const named = facts.metadata.statement
  if (!named) return { clinicId, kind: 'other', statementId: null }
  const statement = await tx
    .selectFrom('statements')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where((row) => row(row.cast('id', 'text'), '=', named))
    .executeTakeFirst()
  if (!statement) return { clinicId, kind: 'other', statementId: null }
  return { clinicId, kind: 'commission', statementId: statement.id }
}

/**
 * Stripe's own collection of a tier's invoice. An attempt without a charge found no card, or waits for the payer's
 * bank.
 */
function collectionOf({ charges, attemptCount, nextAttemptAt, issuedAt, status }: InvoiceFacts) {
  const failed = charges.filter((charge) => charge.status === 'failed')
  return {
    attempt_count: attemptCount,
    next_attempt_at: nextAttemptAt,
    last_attempt_at: charges.at(-1)?.chargedAt ?? null,
    failure_code: failed.at(-1)?.failureCode ?? null,
    past_due_at: status === 'paid' ? null : (failed[0]?.chargedAt ?? (attemptCount > 0 ? issuedAt : null)),
  }
}
