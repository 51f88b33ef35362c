import { sql } from 'kysely'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import type { Actor, Tx } from '#server/platform/database/transactions.ts'

/**
 * The caller's own patient record in this clinic, or null.
 *
 * Also while the email is unconfirmed and the membership pending (docs/threats.md T31): whoever has just signed up may
 * pay for a plan and see that payment. That reveals nothing of the clinic's, and a person who later proves the address
 * takes the account over with the paid plan.
 *
 * @throws AppError `second_step_required` for a patient who has a second factor that the session has not shown
 */
export async function ownPatientId(tx: Tx, actor: Actor): Promise<string | null> {
  if (actor.role === 'patient') await requireHealthDataAccess(tx)
  const { rows } = await sql<{ id: string | null }>`select app.own_patient_id() as id`.execute(tx)
  return rows[0]?.id ?? null
}
