import type { Tx } from '#server/platform/database/transactions.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import type { ConnectedClinic } from './connected-clinic.ts'

/** Stores an invoice's charges and refunds as Stripe showed them in read `readNo`. */
export async function upsertPayments(
  tx: Tx,
  clinic: ConnectedClinic,
  patientId: string,
  invoice: InvoiceFacts,
  readNo: number,
): Promise<void> {
  for (const charge of invoice.charges) {
    await upsertPayment(tx, clinic, patientId, invoice.id, charge, readNo)
    for (const refund of charge.refunds) {
      const state = { status: refund.status, amount_cents: refund.amountCents, read_no: readNo }
      await tx
        .insertInto('refunds')
        .values({
          id: refund.id,
          clinic_id: clinic.clinicId,
          payment_id: charge.id,
          patient_id: patientId,
          currency: refund.currency,
          refunded_at: refund.refundedAt,
          ...state,
        })
        .onConflict((conflict) =>
          conflict.column('id').doUpdateSet(state).where('refunds.read_no', '<', readNo),
        )
        .execute()
    }
  }
}

async function upsertPayment(
  tx: Tx,
  { clinicId, account }: ConnectedClinic,
  patientId: string,
  invoiceId: string,
  charge: ChargeFacts,
  readNo: number,
): Promise<void> {
  const state = {
    status: charge.status,
    amount_cents: charge.amountCents,
    refunded_cents: charge.refundedCents,
    failure_code: charge.failureCode,
    card_brand: charge.cardBrand,
    card_last4: charge.cardLast4,
    read_no: readNo,
  }
  await tx
    .insertInto('payments')
    .values({
      id: charge.id,
      clinic_id: clinicId,
      stripe_account: account,
      invoice_id: invoiceId,
      patient_id: patientId,
      currency: charge.currency,
      charged_at: charge.chargedAt,
      ...state,
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(state).where('payments.read_no', '<', readNo))
    .execute()
}
