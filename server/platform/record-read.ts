import { sql } from 'kysely'
import type { Tx } from './database/transactions.ts'

/**
 * Records that the caller has read patients' health data by an action (docs/decisions/0020); a question that meets nobody
 * too (docs/decisions/0033). In the caller's own role, after any step `asSystem`.
 *
 * @param tables the tables that were read, as the data API records them
 * @param patientIds whom the answer is about
 * @param purpose what the caller was doing: `members`, `export`
 */
export async function recordRead(
  tx: Tx,
  tables: readonly string[],
  patientIds: readonly string[],
  purpose: string,
): Promise<void> {
  const ids = patientIds.length === 0 ? null : [...patientIds]
  await sql`select app.record_read(${JSON.stringify({ tables })}::jsonb, ${ids}::uuid[],
    ${ids === null ? 0 : null}::bigint, ${purpose})`.execute(tx)
}
