import { sql } from 'kysely'
import { type Reach, type ReachFacts, reachOf } from '#domain/patients/reach.ts'
import type { Tx } from '../platform/database/transactions.ts'

export interface ReachedPatient {
  patientId: string
  reach: Reach
  name: string
  userId: string | null
  /** The record's address; proven only with an account. */
  email: string | null
  phone: string | null
  wantsEmail: boolean
  wantsTexts: boolean
  /** Agreed to texts, and nothing prevents them. */
  getsTexts: boolean
  wantsReminders: boolean
}

/**
 * How each of these patients is reached about visits (docs/decisions/0177). Former patients are left out. Role `system`.
 * @param clinicHasTexts whether tier and installation can send text messages (`clinicSendsTexts`)
 */
export async function readReach(
  tx: Tx,
  {
    clinicId,
    patientIds,
    clinicHasTexts,
  }: { clinicId: string; patientIds: string[]; clinicHasTexts: boolean },
): Promise<Map<string, ReachedPatient>> {
  const { rows } = await sql<
    Omit<ReachFacts, 'hasAccount' | 'clinicHasTexts'> & {
      patientId: string
      userId: string | null
      name: string
      wantsReminders: boolean
    }
  >`
    select p.id as "patientId", p.user_id as "userId", p.full_name as name, p.email, d.phone,
           coalesce(r.email_notifications, true) as "wantsEmail", coalesce(r.sms_notifications, false) as "agreedToTexts",
           coalesce(r.appointment_reminders, true) as "wantsReminders",
           exists (select from app.live_guardians g
                     join auth.users u on u.id = g.user_id and u.deleted_at is null
                    where g.clinic_id = p.clinic_id and g.patient_id = p.id and g.level = 'full'
                      and not exists (select from public.clinic_memberships s
                                       where s.clinic_id = p.clinic_id and s.user_id = g.user_id and s.ended_at is null
                                         and s.suspended_at is not null)) as "hasGuardian",
           (exists (select from public.patients o
                      join public.clinic_memberships om on om.clinic_id = o.clinic_id and om.patient_id = o.id and om.ended_at is null
                     where o.clinic_id = p.clinic_id and o.email = p.email and o.id <> p.id and o.merged_into is null)
            or exists (select from auth.users u
                         join public.clinic_memberships um on um.user_id = u.id and um.clinic_id = p.clinic_id and um.ended_at is null
                        where u.email = p.email)) as "isEmailShared",
           exists (select from app.entered_addresses e
                    where e.clinic_id = p.clinic_id and e.address = p.email and e.stopped_at is not null) as "isEmailStopped",
           exists (select from app.text_stops s where s.phone = d.phone) as "isPhoneStopped"
      from public.patients p
      join public.clinic_memberships m on m.clinic_id = p.clinic_id and (m.user_id = p.user_id or m.patient_id = p.id)
       and m.role = 'patient' and m.ended_at is null
       -- a record is reached while its invitation waits
       and (m.status in ('active', 'pending') or m.patient_id is not null and m.suspended_at is null)
      left join public.patient_details d on d.clinic_id = p.clinic_id and d.patient_id = p.id
      left join public.contact_preferences r on r.clinic_id = p.clinic_id and r.patient_id = p.id
     where p.clinic_id = ${clinicId} and p.id = any (${patientIds}::uuid[])`.execute(tx)
  return new Map(
    rows.map((row) => {
      const reach = reachOf({ ...row, hasAccount: row.userId !== null, clinicHasTexts })
      const { patientId, userId, name, email, phone, wantsEmail, agreedToTexts, wantsReminders } = row
      const getsTexts = agreedToTexts && phone !== null && !row.isPhoneStopped && clinicHasTexts
      const wishes = { wantsEmail, wantsTexts: agreedToTexts, getsTexts, wantsReminders }
      return [patientId, { patientId, reach, name, userId, email, phone, ...wishes }]
    }),
  )
}
