import { isBankAccount } from '#domain/payouts/bank-debits.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether this is a bank account that has refused the invoice: it is not debited again (docs/domain-rules.md rule 15). Role `system`. */
export async function isRefusedAccount(
  tx: Tx,
  clinicId: string,
  invoiceId: string,
  { brand, last4 }: { brand: string | null; last4: string | null },
): Promise<boolean> {
  if (!isBankAccount(brand)) return false
  const refusal = await tx
    .selectFrom('payments')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('invoice_id', '=', invoiceId)
    .where('status', '=', 'failed')
    .where('card_brand', '=', brand)
    .where('card_last4', '=', last4)
    .executeTakeFirst()
  return refusal !== undefined
}
