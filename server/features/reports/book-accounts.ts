import type { BookAccount, BookAccountNames } from '#domain/reports/book-accounts.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** The names that the clinic has chosen. */
export async function readBookAccounts(tx: Tx, clinicId: string): Promise<BookAccountNames> {
  const rows = await tx
    .selectFrom('book_accounts')
    .select(['account', 'name'])
    .where('clinic_id', '=', clinicId)
    .execute()
  return Object.fromEntries(rows.map(({ account, name }) => [account as BookAccount, name]))
}
