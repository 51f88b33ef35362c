import { sql } from 'kysely'
import { requireHealthDataAccess } from '#server/clinic/health-data.ts'
import type { Actor, Tx } from '#server/platform/database/transactions.ts'

/**
 * The caller's patient record in this clinic, or null. Also with an unconfirmed email and a pending membership
 * (docs/threats.md T31), so that a new user can pay for a plan and see that payment; the owner of the address later
 * takes over the account with the plan.
 * @throws AppError `second_step_required` unless the session has passed the patient's second step
 */
export async function ownPatientId(tx: Tx, actor: Actor): Promise<string | null> {
  if (actor.role === 'patient') await requireHealthDataAccess(tx)
  const { rows } = await sql<{ id: string | null }>`select app.own_patient_id() as id`.execute(tx)
  return rows[0]?.id ?? null
}
