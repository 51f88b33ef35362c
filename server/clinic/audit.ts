import { sql } from 'kysely'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Writes one audit row in the action's own transaction. Actor, request and address come from the transaction's context.
 *
 * @param action `noun.past_tense`: `clinic.created`, `subscription.canceled`
 * @param subject what was acted on
 * @param details ids and codes only, never names, addresses or health data
 */
export async function audit(
  tx: Tx,
  action: `${string}.${string}`,
  subject: { type: string; id: string } | null = null,
  details: Record<string, string | number | boolean | null> = {},
  clinicId: string | null = null,
): Promise<void> {
  await sql`select app.record_audit(${action}, ${subject?.type ?? null}, ${subject?.id ?? null},
    ${JSON.stringify(details)}::jsonb, ${clinicId}::uuid)`.execute(tx)
}

/**
 * Like `audit`, for what was done to patients' records: those patients read of it in the history of their own record. In role
 * `system`.
 *
 * @param about.subject what was acted on; absent: the first patient
 * @param about.clinicId absent: the clinic addressed
 */
export async function auditPatients(
  tx: Tx,
  action: `${string}.${string}`,
  patientIds: readonly [string, ...string[]],
  details: Record<string, string | number | boolean | null> = {},
  about: { subject?: { type: string; id: string }; clinicId?: string } = {},
): Promise<void> {
  const { subject = { type: 'patient', id: patientIds[0] }, clinicId = null } = about
  await sql`select app.write_audit(${action}, ${subject.type}, ${subject.id}, ${JSON.stringify(details)}::jsonb,
    coalesce(${clinicId}::uuid, app.current_clinic_id()), ${[...patientIds]}::uuid[], null)`.execute(tx)
}
