import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

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
