import { sql } from 'kysely'
import { isBankAccount, settlesAbout } from '#domain/payouts/bank-debits.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'

/**
 * Stores an invoice as of read `readNo`.
 * @param owner `id` is that of the subscription, null for an invoice without one
 * @returns false when a later read is stored
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
    credit_cents: facts.creditCents,
    period_start: facts.periodStart,
    period_end: facts.periodEnd,
    issued_at: facts.issuedAt,
    paid_at: facts.paidAt,
    next_attempt_at: hasRefused(facts) ? null : facts.nextAttemptAt,
    due_at: facts.dueAt,
    pay_url: facts.dueAt && owner.id && facts.status === 'open' ? facts.payUrl : null,
    written_off_at: facts.writtenOffAt,
    written_off_cents: writtenOffCents(facts),
    attempt_count: facts.attemptCount,
    settles_about: settlesAboutOf(facts),
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
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'id'])
        .doUpdateSet((row) => ({
          ...state,
          // of the first read: a later payment leaves nothing open
          written_off_cents: row.fn.coalesce('invoices.written_off_cents', 'excluded.written_off_cents'),
        }))
        .where('invoices.read_no', '<', readNo),
    )
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

function writtenOffCents(facts: InvoiceFacts): number | null {
  if (!facts.writtenOffAt) return null
  return facts.status === 'uncollectible' ? facts.amountDueCents : facts.totalCents
}

/** The schedule passes over a bank account that has refused this invoice (docs/domain-rules.md rule 15). */
function hasRefused({ charges }: InvoiceFacts): boolean {
  const last = charges.at(-1)
  return last?.status === 'failed' && isBankAccount(last.cardBrand)
}

function settlesAboutOf({ status, charges }: InvoiceFacts): Date | null {
  const last = charges.at(-1)
  return status === 'open' && last?.status === 'pending' && isBankAccount(last.cardBrand)
    ? settlesAbout(last.cardBrand, last.chargedAt)
    : null
}

/** Stores the lines of the same read, after the invoice. */
export async function upsertLines(
  tx: Tx,
  { clinicId }: ConnectedClinic,
  { id: invoiceId, lines }: InvoiceFacts,
): Promise<void> {
  const gathered = <Value>(read: (line: InvoiceFacts['lines'][number]) => Value) => lines.map(read)
  // most events change nothing about them
  await Promise.all([
    sql`
      delete from public.invoice_lines l
       where l.clinic_id = ${clinicId}::uuid and l.invoice_id = ${invoiceId}
         and not exists (
           select from unnest(${gathered(({ id }) => id)}::text[], ${gathered((line) => line.description)}::text[],
                              ${gathered((line) => line.quantity)}::integer[],
                              ${gathered((line) => line.amountCents)}::bigint[],
                              ${gathered((line) => line.periodStart.toISOString())}::timestamptz[],
                              ${gathered((line) => line.periodEnd.toISOString())}::timestamptz[])
                    as found (id, description, quantity, amount_cents, period_start, period_end)
            where (l.id, l.description, l.quantity, l.amount_cents, l.period_start, l.period_end)
                  = (found.id, found.description, found.quantity, found.amount_cents, found.period_start, found.period_end))
    `.execute(tx),
    lines.length > 0 &&
      tx
        .insertInto('invoice_lines')
        .values(
          lines.map((line) => ({
            id: line.id,
            clinic_id: clinicId,
            invoice_id: invoiceId,
            description: line.description,
            quantity: line.quantity,
            amount_cents: line.amountCents,
            period_start: line.periodStart,
            period_end: line.periodEnd,
          })),
        )
        .onConflict((conflict) => conflict.columns(['clinic_id', 'invoice_id', 'id']).doNothing())
        .execute(),
  ])
}
