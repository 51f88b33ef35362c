import { sql } from 'kysely'
import type { Transactions, Tx } from '#server/platform/database/transactions.ts'

/**
 * A number to take *before* something is read from Stripe. A local copy keeps the answer with the highest one.
 *
 * The last change of an object is followed by an event whose read has a higher number than every read that could have
 * missed the change. So whichever worker writes last, the latest state wins (docs/domain-rules.md rule 20).
 */
export async function nextRead(tx: Tx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select nextval('app.stripe_reads') as n`.execute(tx)
  return rows[0]?.n ?? 0
}

/** `nextRead` in a transaction of its own, which takes one round trip. */
export async function takeNextRead(transactions: Transactions, purpose: string): Promise<number> {
  const statement = { sql: "select nextval('app.stripe_reads') as n", params: [] }
  const [row] = await transactions.withSystemStatement(purpose, statement)
  return Number(row?.n ?? 0)
}
