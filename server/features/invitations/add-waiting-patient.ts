import { randomBytes } from 'node:crypto'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { issueInvitation } from './issue-invitation.ts'
import { lockClinic, membershipOfAddress, waitingMembership } from './queries.ts'

/** Somebody whom a clinic brings along from elsewhere. */
export interface BroughtPatient {
  clinicId: string
  email: string
  name: string
  /** In whose name. */
  invitedBy: string
  /** From `beginInvitation`, to mail the invitation now; null: later, by Resend. */
  draft: AccountDraft | null
}

/**
 * Adds a patient who waits for their invitation, unless the clinic has somebody with the address, or has invited them.
 * Invitations of one clinic are written one after the other, so nobody is added twice. Role `system`.
 *
 * @returns the membership; null for somebody who is here
 */
export async function addWaitingPatient(
  tx: Tx,
  services: Services,
  { clinicId, email, name, invitedBy, draft }: BroughtPatient,
): Promise<string | null> {
  const clinic = await lockClinic(tx, clinicId)
  if (await membershipOfAddress(tx, clinicId, email)) return null
  if (await waitingMembership(tx, clinicId, email)) return null
  const now = services.clock.now()
  const { id: membershipId } = await tx
    .insertInto('clinic_memberships')
    .values({ clinic_id: clinicId, role: 'patient', status: 'invited', created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (draft) {
    const offer = { membershipId, email, name, role: 'patient' as const, draft, invitedBy }
    await issueInvitation(tx, { ...services, now: () => now }, clinic, offer)
    return membershipId
  }
  // over when it is made, and of no link: Resend sends the first mail
  await tx
    .insertInto('invitations')
    .values({
      clinic_id: clinicId,
      membership_id: membershipId,
      email,
      name,
      role: 'patient',
      invited_by: invitedBy,
      token_hash: randomBytes(32),
      expires_at: now,
      created_at: now,
    })
    .execute()
  return membershipId
}
