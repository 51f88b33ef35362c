import { sql } from 'kysely'
import { quietUntil, zonesOf } from '#domain/text-messages/quiet-hours.ts'
import { broadcastKind, isRecordTextKind, type TextKind } from '#domain/text-messages/text-messages.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { clinicHas } from '../clinic-tier/tier-features.ts'

/** The reason for no text message, or its number and time. */
export type TextDecision = { withheld: string } | { phone: string; notBefore: Date | null }

/**
 * Decides by the present state: consent to texts (or to reminders), a number without STOP, a patient of the clinic, a
 * tier with text messages, and the patient's local time. Role `system`.
 */
export async function decideText(
  tx: Tx,
  sms: Services['sms'],
  { clinicId, patientId, kind, now }: { clinicId: string; patientId: string; kind: TextKind; now: Date },
): Promise<TextDecision> {
  if (!sms) return { withheld: 'no provider' }
  const { rows } = await sql<{
    phone: string | null
    state: string | null
    zone: string
    consents: boolean | null
    reminders: boolean | null
    is_stopped: boolean
    is_member: boolean
    has_account: boolean
  }>`
    select d.phone, d.state, c.time_zone as zone, r.sms_notifications as consents, r.appointment_reminders as reminders,
           exists (select from app.text_stops s where s.phone = d.phone) as is_stopped,
           exists (select from public.clinic_memberships m
                    where m.clinic_id = p.clinic_id and (m.user_id = p.user_id or m.patient_id = p.id) and m.role = 'patient' and m.ended_at is null
                      and (m.status = 'active' or m.patient_id is not null and m.suspended_at is null)) as is_member,
           p.user_id is not null as has_account
      from public.patients p join public.clinics c on c.id = p.clinic_id
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      left join public.contact_preferences r on r.clinic_id = p.clinic_id and r.patient_id = p.id
     where p.clinic_id = ${clinicId} and p.id = ${patientId}`.execute(tx)
  const [found] = rows
  if (!found?.is_member) return { withheld: 'not a patient' }
  // the content is in the portal
  if (!found.has_account && !isRecordTextKind(kind) && kind !== broadcastKind)
    return { withheld: 'no account' }
  if (!found.consents) return { withheld: 'no consent' }
  if (kind === 'patient_reminder' && found.reminders === false) return { withheld: 'no reminders' }
  if (!found.phone) return { withheld: 'no number' }
  if (found.is_stopped) return { withheld: 'stopped' }
  if (!(await clinicHas(tx, clinicId, 'text_messages', now))) return { withheld: 'not in the tier' }
  return { phone: found.phone, notBefore: quietUntil(now, zonesOf(found.state, found.zone)) }
}
