import { can } from '#domain/permissions.ts'
import type { AccountDraft } from '#server/clinic/accounts.ts'
import type { Services } from '#server/clinic/action.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { beginInvitation, issueInvitation } from './issue-invitation.ts'
import { lockClinic, membershipOfAddress, waitingMembership } from './queries.ts'

export interface RecordToInvite {
  patientId: string
  membershipId: string
  name: string
  email: string
}

export type InvitingClinic = Awaited<ReturnType<typeof lockClinic>>

/** Locks the clinic, so that its imports and invitations run one at a time. Role `system`. */
export const lockInvitations = (tx: Tx, clinicId: string): Promise<InvitingClinic> => lockClinic(tx, clinicId)

/**
 * Invites the patient of a record, from a job. Role `system`, with the clinic locked.
 * @param draft from `beginForJob`
 * @returns false if the address has a membership or an open invitation at the clinic
 */
export async function inviteRecord(
  tx: Tx,
  services: Services,
  clinic: InvitingClinic,
  { draft, invitedBy, ...record }: RecordToInvite & { draft: AccountDraft; invitedBy: string },
): Promise<boolean> {
  const { patientId, membershipId, name, email } = record
  if (await membershipOfAddress(tx, clinic.id, email)) return false
  if (await waitingMembership(tx, clinic.id, email)) return false
  const now = services.clock.now()
  await tx
    .updateTable('clinic_memberships')
    .set({ status: 'invited', updated_at: now })
    .where('clinic_id', '=', clinic.id)
    .where('id', '=', membershipId)
    .execute()
  const offer = { membershipId, email, name, role: 'patient' as const, forPatientId: patientId }
  await issueInvitation(tx, { ...services, now: () => now }, clinic, { ...offer, draft, invitedBy })
  return true
}

/** The operator's hook may refuse an address; other failures are retried with the job. */
export async function beginForJob(
  services: Services,
  { email, name }: { email: string; name: string },
): Promise<AccountDraft | 'refused'> {
  try {
    return await beginInvitation({ ...services, caller: { address: null } }, { email, name })
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) return 'refused'
    throw error
  }
}

/** The second step was checked on confirmation; the right to import and to invite all may have ended since. */
export async function mayImport(tx: Tx, clinicId: string, userId: string): Promise<boolean> {
  const membership = await tx
    .selectFrom('clinic_memberships')
    .select(['role', 'is_read_only', 'is_billing_only'])
    .where('clinic_id', '=', clinicId)
    .where('user_id', '=', userId)
    .where('status', '=', 'active')
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  return can(
    {
      role: (membership?.role ?? null) as never,
      isReadOnly: membership?.is_read_only,
      isBillingOnly: membership?.is_billing_only,
    },
    'members:import',
  )
}
