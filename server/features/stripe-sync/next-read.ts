import { sql } from 'kysely'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'

/**
 * A number to take *before* a read from Stripe; a local copy stores the answer with the highest number. The last change
 * of an object causes an event whose read has the highest number, so the latest state wins (docs/domain-rules.md rule
 * 20).
 */
export async function nextRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select app.number_by_time('app.stripe_reads') as n`.execute(tx)
  return rows[0]?.n ?? 0
}

/** `nextRead` in its own transaction, in one round trip. */
export async function takeNextRead(transactions: Transactions, purpose: string): Promise<number> {
  const statement = { sql: "select app.number_by_time('app.stripe_reads') as n", params: [] }
  const [row] = await transactions.withSystemStatement(purpose, statement)
  return Number(row?.n ?? 0)
}
