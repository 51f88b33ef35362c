import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether the clinic's tier in effect includes white labeling: the rule is the database's. */
export async function hasWhiteLabeling(tx: Tx, clinicId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select app.has_white_labeling(${clinicId}) as has`.execute(tx)
  return rows[0]?.has === true
}
