import { sql } from 'kysely'
import type { Tx } from '../platform/database/transactions.ts'

/**
 * Writes an audit row in the action's transaction, with the transaction's actor, request and address.
 * @param action `noun.past_tense`: `clinic.created`, `subscription.canceled`
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
 * Like `audit`, for acts on patients' records, which those patients read in the history of their record. Role `system`.
 * @param about.subject absent: the first patient
 * @param about.clinicId absent: the request's clinic
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
