import { randomBytes } from 'node:crypto'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { issueInvitation } from './issue-invitation.ts'
import { lockClinic, membershipOfAddress, waitingMembership } from './queries.ts'

export interface BroughtPatient {
  clinicId: string
  email: string
  name: string
  invitedBy: string
  /** From `beginInvitation`, to mail the invitation now; null: later, by Resend. */
  draft: AccountDraft | null
}

/**
 * Adds a patient with a pending invitation, unless the clinic has a member or an invitation with the address. Runs one
 * at a time per clinic, so that a patient is added once. Role `system`.
 * @returns the membership; null if skipped
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
  // expired from the start and without a link: Resend sends the first mail
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
