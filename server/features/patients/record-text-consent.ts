import { sql } from 'kysely'
import { patientTexts } from '#domain/texts/patients.ts'
import type { ClinicCtx } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Records that a patient has agreed to texts, or no longer does, by phone or in person. Role `system`. */
export async function recordTextConsent(
  tx: Tx,
  ctx: Pick<ClinicCtx, 'clinicId' | 'now'>,
  patientId: string,
  isGiven: boolean,
): Promise<void> {
  const { version, given, withdrawn } = patientTexts.textConsent
  await sql`select app.record_consent(${ctx.clinicId}::uuid, ${patientId}::uuid, 'sms_care', ${isGiven}, 'team',
    ${version}, ${isGiven ? given : withdrawn}, ${ctx.now()})`.execute(tx)
}
