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
  /** Wants emails, and the address exists as far as is known. */
  getsEmail: boolean
  isEmailGone: boolean
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
    select f.patient_id as "patientId", f.user_id as "userId", f.name, f.email, f.phone, f.wants_email as "wantsEmail",
           f.agreed_to_texts as "agreedToTexts", f.wants_reminders as "wantsReminders", f.has_guardian as "hasGuardian",
           f.is_email_shared as "isEmailShared", f.is_email_stopped as "isEmailStopped",
           f.is_email_gone as "isEmailGone", f.is_phone_stopped as "isPhoneStopped"
      from app.reach_facts(${clinicId}, ${patientIds}::uuid[]) f`.execute(tx)
  return new Map(
    rows.map((row) => {
      const reach = reachOf({ ...row, hasAccount: row.userId !== null, clinicHasTexts })
      const { patientId, userId, name, email, phone, wantsEmail, agreedToTexts, wantsReminders } = row
      const getsTexts = agreedToTexts && phone !== null && !row.isPhoneStopped && clinicHasTexts
      const { isEmailGone } = row
      const wishes = {
        getsEmail: wantsEmail && !isEmailGone,
        isEmailGone,
        wantsTexts: agreedToTexts,
        getsTexts,
        wantsReminders,
      }
      return [patientId, { patientId, reach, name, userId, email, phone, ...wishes }]
    }),
  )
}
