import { sql } from 'kysely'
import type { Tx } from '#server/platform/database/transactions.ts'
import type { RecordToInvite } from './invite-record.ts'

export interface UninvitedRecord extends RecordToInvite {
  addedAt: Date
  /** Whether another patient has the address, and this one was not chosen to get its account. */
  isShared: boolean
}

/**
 * The current patients with an address who have no account, were never invited, and whose address has neither an account
 * nor an open invitation at the clinic. Role `system`.
 * @param patientId only this one
 */
export async function uninvitedRecords(
  tx: Tx,
  clinicId: string,
  patientId: string | null = null,
): Promise<UninvitedRecord[]> {
  const { rows } = await sql<UninvitedRecord>`
    select p.id as "patientId", m.id as "membershipId", p.full_name as name, p.email, m.created_at as "addedAt",
           not exists (select 1 from app.patient_import_rows r
                        where r.clinic_id = p.clinic_id and r.patient_id = p.id and r.holds_address)
             and exists (select 1 from public.patients o
                           join public.clinic_memberships t on t.clinic_id = o.clinic_id and t.patient_id = o.id and t.ended_at is null
                          where o.clinic_id = p.clinic_id and o.email = p.email and o.id <> p.id and o.merged_into is null)
             as "isShared"
      from public.clinic_memberships m
      join public.patients p on p.clinic_id = m.clinic_id and p.id = m.patient_id and p.merged_into is null and p.user_id is null
     where m.clinic_id = ${clinicId} and m.patient_id = coalesce(${patientId}::uuid, m.patient_id) and m.ended_at is null and m.status = 'active'
       and m.suspended_at is null and p.email is not null
       -- a revoked invitation is the clinic's decision
       and not exists (select 1 from public.invitations i where i.clinic_id = m.clinic_id and i.membership_id = m.id)
       and not exists (select 1 from public.invitations i
                        where i.clinic_id = m.clinic_id and i.email = p.email and i.accepted_at is null and i.revoked_at is null)
       and not exists (select 1 from public.patients o
                        where o.clinic_id = p.clinic_id and o.email = p.email and o.user_id is not null)
       and not exists (select 1 from app.proven_addresses a
                         join public.clinic_memberships t on t.clinic_id = ${clinicId} and t.user_id = a.user_id and t.ended_at is null
                        where a.address = p.email)
     order by m.created_at, m.id`.execute(tx)
  return rows
}
