import { sql } from 'kysely'
import type { RetentionClass } from '#domain/retention/retention.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { eraseFrom, tablesToErase } from './erase-rows.ts'

export type PatientClass = Extract<RetentionClass, 'convenience' | 'record' | 'money'>

/** Replaces an erased name. */
export const erasedName = 'Erased'

interface Erased {
  clinicId: string
  patientId: string
  /** null for a patient entered by the clinic, without an account */
  userId: string | null
}

/** Erases one class of a patient's rows: deletes them, or removes names from those that must stay. Role `system`. */
export async function erasePatientClass(tx: Tx, kind: PatientClass, erased: Erased): Promise<void> {
  // includes what stayed with records merged into this one
  for (const patientId of await mergedInto(tx, erased))
    await erasePatientClass(tx, kind, { ...erased, patientId, userId: null })
  if (kind === 'money') return anonymizePayer(tx, erased.clinicId, erased.patientId)
  if (kind === 'record') await deletePointersTo(tx, erased)
  else await deleteSent(tx, erased)
  for (const table of await tablesToErase(tx, [kind])) {
    if (table.namesPatient) await eraseFrom(tx, table.name, erased)
  }
  if (kind === 'record') await anonymizePerson(tx, erased)
}

/** Sent messages, which have an address instead of a patient, and the person's activity. */
async function deleteSent(tx: Tx, { clinicId, patientId, userId }: Erased): Promise<void> {
  const addresses = sql`(
    select p.email from public.patients p where p.clinic_id = ${clinicId} and p.id = ${patientId}
     union all select u.email from auth.users u where u.id = ${userId}
     union all select d.phone from public.patient_details d where d.clinic_id = ${clinicId} and d.patient_id = ${patientId})`
  await sql`delete from app.mails m where m.clinic_id = ${clinicId} and m.to_address in ${addresses}`.execute(
    tx,
  )
  await sql`delete from app.reported_addresses r where r.clinic_id = ${clinicId} and r.address in ${addresses}`.execute(
    tx,
  )
  await sql`
    delete from public.membership_activity a using public.clinic_memberships m
     where a.clinic_id = ${clinicId} and m.clinic_id = a.clinic_id and m.id = a.membership_id
       and m.user_id = ${userId}`.execute(tx)
}

/** Rows without a patient that reference their visits, and files, whose bytes a job removes after their rows. */
async function deletePointersTo(tx: Tx, { clinicId, patientId }: Erased): Promise<void> {
  const visits = sql`(select a.id from public.appointments a where a.clinic_id = ${clinicId} and a.patient_id = ${patientId})`
  await sql`delete from app.notices n where n.clinic_id = ${clinicId} and n.appointment_id in ${visits}`.execute(
    tx,
  )
  await sql`update app.waitlist_openings o set appointment_id = null
             where o.clinic_id = ${clinicId} and o.appointment_id in ${visits}`.execute(tx)
  // with their rows in patient_files
  await sql`
    delete from public.files f using public.patient_files k
     where f.clinic_id = ${clinicId} and k.clinic_id = f.clinic_id and k.file_id = f.id
       and k.patient_id = ${patientId}`.execute(tx)
}

async function anonymizePerson(tx: Tx, { clinicId, patientId, userId }: Erased): Promise<void> {
  const memberships = sql`(select m.id from public.clinic_memberships m where m.clinic_id = ${clinicId} and m.user_id = ${userId})`
  await sql`
    delete from public.invitations i
     where i.clinic_id = ${clinicId} and (i.for_patient_id = ${patientId} or i.membership_id in ${memberships})`.execute(
    tx,
  )
  await sql`delete from app.member_entries e where e.clinic_id = ${clinicId} and e.membership_id in ${memberships}`.execute(
    tx,
  )
  await sql`update public.clinic_memberships m set user_id = null
             where m.clinic_id = ${clinicId} and m.user_id = ${userId} and m.ended_at is not null`.execute(tx)
  await anonymizePatients(tx, clinicId, patientId)
}

/** Removes names from a patient's record, or from all of a clinic. */
export async function anonymizePatients(tx: Tx, clinicId: string, patientId?: string): Promise<void> {
  await sql`update public.patients p set full_name = ${erasedName}, email = null, user_id = null
             where p.clinic_id = ${clinicId}${patientId ? sql` and p.id = ${patientId}` : sql``}`.execute(tx)
}

/** Removes names and cards from payment documents, of one patient or a whole clinic. Amounts and ids stay. */
export async function anonymizePayer(tx: Tx, clinicId: string, patientId?: string): Promise<void> {
  const who = sql`t.clinic_id = ${clinicId}${patientId ? sql` and t.patient_id = ${patientId}` : sql``}`
  await sql`update public.receipts t set patient_name = ${erasedName}, patient_email = null, plan_name = null, covered_names = null,
                   card_brand = null, card_last4 = null, reference = null where ${who}`.execute(tx)
  await sql`update public.plan_agreements t set signed_name = ${erasedName}, actor_id = null, request_id = null
             where ${who}`.execute(tx)
  await sql`update public.payments t set card_brand = null, card_last4 = null, reference = null where ${who}`.execute(
    tx,
  )
  await sql`update public.subscription_members t set born_on = null, named = null where ${who}`.execute(tx)
  await sql`update public.unassigned_charges t set payer_name = null, payer_email = null, card_brand = null, card_last4 = null
             where ${who}`.execute(tx)
  await sql`update app.checkouts t set household = null
             where t.clinic_id = ${clinicId}${patientId ? sql` and t.subject_id = ${patientId}` : sql``}`.execute(
    tx,
  )
}

async function mergedInto(tx: Tx, { clinicId, patientId }: Erased): Promise<string[]> {
  const rows = await tx
    .selectFrom('patients')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('merged_into', '=', patientId)
    .execute()
  return rows.map(({ id }) => id)
}
