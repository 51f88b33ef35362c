import { sql } from 'kysely'
import { consentVersion } from '#domain/preferences/contact-preferences.ts'
import { broadcastTexts } from '#domain/texts/broadcasts.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** How a reader stopped emails, as the consent ledger stores it. */
export interface StoppedThrough {
  channel: 'email' | 'complaint'
  wording: string
}

const byLink: StoppedThrough = { channel: 'email', wording: broadcastTexts.unsubscribeWording }

/** Ends the consent to which a message to many referred, by the secret of its link (docs/decisions/0209). Role `system`. */
export async function unsubscribe(
  tx: Tx,
  { clinicId, token, now }: { clinicId: string; token: string; now: Date },
  through = byLink,
): Promise<void> {
  const { rows } = await sql<{ patientId: string; purpose: string }>`
    update app.broadcast_recipients r set unsubscribed_at = coalesce(r.unsubscribed_at, ${now})
      from public.broadcasts b
     where r.clinic_id = ${clinicId} and r.token = ${token}::uuid and b.clinic_id = ${clinicId} and b.id = r.broadcast_id
    returning r.patient_id as "patientId", b.purpose`.execute(tx)
  const [found] = rows
  if (!found) return
  const purpose = found.purpose === 'marketing' ? 'marketing' : 'email'
  await endConsent(tx, { clinicId, patientId: found.patientId, purpose, now }, through)
}

/** Ends a patient's consent to emails. Role `system`. */
export async function endConsent(
  tx: Tx,
  of: { clinicId: string; patientId: string; purpose: 'marketing' | 'email'; now: Date },
  { channel, wording }: StoppedThrough,
): Promise<void> {
  await sql`select app.record_consent(${of.clinicId}::uuid, ${of.patientId}::uuid, ${of.purpose}, false, ${channel},
    ${consentVersion}, ${wording}, ${of.now})`.execute(tx)
}
