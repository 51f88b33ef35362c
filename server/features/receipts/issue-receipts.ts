import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { InvoiceFacts } from '#server/platform/stripe/invoices.ts'
import { writeNotice } from '../notices/write-notice.ts'

/**
 * Issues and mails the receipts of an invoice's succeeded charges, once. In the transaction that stored and booked
 * them. Role `system`.
 */
export async function issueReceipts(tx: Tx, clinicId: string, facts: InvoiceFacts, now: Date): Promise<void> {
  for (const { id: paymentId, status } of facts.charges) {
    if (status !== 'succeeded') continue
    const { rows } = await sql<{ id: string | null }>`
      select app.issue_receipt(${clinicId}::uuid, ${paymentId}, ${now}) as id`.execute(tx)
    const receiptId = rows[0]?.id
    if (receiptId)
      await writeNotice(tx, { clinicId, kind: 'payment_received', subjectId: receiptId, key: paymentId }, now)
  }
}
