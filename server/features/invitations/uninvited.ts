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
    select u.patient_id as "patientId", u.membership_id as "membershipId", u.name, u.email, u.added_at as "addedAt",
           u.is_shared as "isShared"
      from app.uninvited_records(${clinicId}, ${patientId}) u`.execute(tx)
  return rows
}
