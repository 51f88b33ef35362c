import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Audits a program's read of patients' data, also a search without a match (docs/decisions/0033). */
export async function recordKeyRead(
  tx: Tx,
  tables: readonly string[],
  patientIds: readonly string[],
): Promise<void> {
  const ids = patientIds.length === 0 ? null : [...patientIds]
  await sql`select app.record_key_read(${[...tables]}::text[], ${ids}::uuid[])`.execute(tx)
}
