import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import type { ConnectedClinic } from '../connected-clinic.ts'

/** Stores an invoice's charges and refunds as of read `readNo`. The statements are sent together. */
export async function upsertPayments(
  tx: Tx,
  clinic: ConnectedClinic,
  patientId: string,
  invoice: InvoiceFacts,
  readNo: number,
): Promise<void> {
  if (invoice.charges.length === 0) return
  await Promise.all([
    upsertCharges(tx, clinic, patientId, invoice, readNo),
    upsertRefunds(tx, clinic, patientId, invoice, readNo),
  ])
}

async function upsertCharges(
  tx: Tx,
  { clinicId, account }: ConnectedClinic,
  patientId: string,
  { id, charges }: InvoiceFacts,
  readNo: number,
): Promise<void> {
  await tx
    .insertInto('payments')
    .values(
      charges.map((charge) => ({
        id: charge.id,
        clinic_id: clinicId,
        stripe_account: account,
        invoice_id: id,
        patient_id: patientId,
        currency: charge.currency,
        charged_at: charge.chargedAt,
        status: charge.status,
        amount_cents: charge.amountCents,
        refunded_cents: charge.refundedCents,
        failure_code: charge.failureCode,
        card_brand: charge.cardBrand,
        card_last4: charge.cardLast4,
        read_no: readNo,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'id'])
        .doUpdateSet((payment) => ({
          status: payment.ref('excluded.status'),
          amount_cents: payment.ref('excluded.amount_cents'),
          refunded_cents: payment.ref('excluded.refunded_cents'),
          charged_at: payment.ref('excluded.charged_at'),
          failure_code: payment.ref('excluded.failure_code'),
          card_brand: payment.ref('excluded.card_brand'),
          card_last4: payment.ref('excluded.card_last4'),
          read_no: payment.ref('excluded.read_no'),
        }))
        .where('payments.read_no', '<', readNo),
    )
    .execute()
}

async function upsertRefunds(
  tx: Tx,
  { clinicId }: ConnectedClinic,
  patientId: string,
  { charges }: InvoiceFacts,
  readNo: number,
): Promise<void> {
  const refunds = charges.flatMap((charge) =>
    charge.refunds.map((refund) => ({
      id: refund.id,
      clinic_id: clinicId,
      payment_id: charge.id,
      patient_id: patientId,
      currency: refund.currency,
      refunded_at: refund.refundedAt,
      status: refund.status,
      amount_cents: refund.amountCents,
      read_no: readNo,
    })),
  )
  if (refunds.length === 0) return
  await tx
    .insertInto('refunds')
    .values(refunds)
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'id'])
        .doUpdateSet((refund) => ({
          status: refund.ref('excluded.status'),
          amount_cents: refund.ref('excluded.amount_cents'),
          read_no: refund.ref('excluded.read_no'),
        }))
        .where('refunds.read_no', '<', readNo),
    )
    .execute()
}
