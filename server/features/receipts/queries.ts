import { isReversal } from '#domain/invoices/inputs.ts'
import { receiptFileName } from '#domain/receipts/receipts.ts'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'
import type { Attachment } from '#server/platform/mail/mail.ts'
import { type ReceiptFacts, receiptDocument } from './receipt-document.ts'

export async function loadReceipt(tx: Tx, clinicId: string, receiptId: string): Promise<ReceiptFacts> {
  const row = await tx
    .selectFrom('receipts')
    .selectAll()
    .where('clinic_id', '=', clinicId)
    .where('id', '=', receiptId)
    .executeTakeFirstOrThrow()
  const invoice = await tx
    .selectFrom('invoices')
    .select('credit_cents')
    .where('clinic_id', '=', clinicId)
    .where('id', '=', row.invoice_id)
    .executeTakeFirstOrThrow()
  const refunds = await tx
    .selectFrom('refunds')
    .select(['id', 'amount_cents', 'refunded_at'])
    .where('clinic_id', '=', clinicId)
    .where('payment_id', '=', row.payment_id)
    .where('status', '=', 'succeeded')
    .orderBy('refunded_at')
    .orderBy('id')
    .execute()
  return {
    number: row.label,
    clinic: {
      name: row.clinic_name,
      color: row.clinic_color,
      phone: row.clinic_phone,
      website: row.clinic_website,
      timeZone: row.time_zone,
      legalName: row.clinic_legal_name,
      address: row.clinic_address,
      taxNumber: row.clinic_tax_id,
      npi: row.clinic_npi,
    },
    payer: { name: row.patient_name, email: row.patient_email },
    planName: row.plan_name,
    covered: row.covered_names?.split('\n') ?? [],
    periodStart: row.period_start,
    periodEnd: row.period_end,
    invoiceNumber: row.invoice_number,
    currency: row.currency,
    amountCents: row.amount_cents,
    taxCents: row.tax_cents,
    creditCents: Math.max(0, invoice.credit_cents),
    tax:
      row.tax_name === null || row.tax_rate_ppm === null
        ? null
        : { name: row.tax_name, ratePpm: row.tax_rate_ppm },
    paidAt: row.paid_at,
    issuedAt: row.issued_at,
    paid: {
      method: row.method,
      reference: row.reference,
      brand: row.card_brand,
      last4: row.card_last4,
    },
    refunds: refunds.map(({ id, amount_cents, refunded_at }) => ({
      amountCents: amount_cents,
      refundedAt: refunded_at,
      isReversal: isReversal(id),
    })),
  }
}

export async function receiptAttachment(
  transactions: Transactions,
  { clinicId, receiptId }: { clinicId: string; receiptId: string },
): Promise<Attachment> {
  const receipt = await transactions.withSystem('receipt', (tx) => loadReceipt(tx, clinicId, receiptId))
  return {
    fileName: receiptFileName(receipt.number),
    contentType: 'application/pdf',
    content: await receiptDocument(receipt),
  }
}
