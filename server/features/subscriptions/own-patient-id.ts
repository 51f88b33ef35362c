import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'

/**
 * The caller's own patient record in this clinic, or null.
 *
 * Also while the email is unconfirmed and the membership pending (docs/threats.md T31): whoever has just signed up may
 * pay for a plan and see that payment. That reveals nothing of the clinic's, and a person who later proves the address
 * takes the account over with the paid plan.
 */
export async function ownPatientId(tx: Tx): Promise<string | null> {
  const { rows } = await sql<{ id: string | null }>`select app.own_patient_id() as id`.execute(tx)
  return rows[0]?.id ?? null
}
