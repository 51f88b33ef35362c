import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { ChargeFacts } from '#server/platform/stripe/charges.ts'
import { writeNotice } from '../notices/write-notice.ts'

/**
 * Issues and mails the receipts of succeeded payments, once. In the transaction that stored and booked them. Role
 * `system`.
 */
export async function issueReceipts(
  tx: Tx,
  clinicId: string,
  paymentIds: readonly string[],
  now: Date,
): Promise<void> {
  for (const paymentId of paymentIds) {
    const { rows } = await sql<{ id: string | null }>`
      select app.issue_receipt(${clinicId}::uuid, ${paymentId}, ${now}) as id`.execute(tx)
    const receiptId = rows[0]?.id
    if (receiptId)
      await writeNotice(tx, { clinicId, kind: 'payment_received', subjectId: receiptId, key: paymentId }, now)
  }
}

export const succeeded = (charges: readonly ChargeFacts[]): string[] =>
  charges.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
