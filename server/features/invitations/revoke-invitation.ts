import { membershipIdInput } from '#domain/invitations/invitations.ts'
import { invitePermission } from '#domain/permissions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { voidInvitations } from './issue-invitation.ts'
import { lockWaiting, revokeOfRecord } from './queries.ts'

/**
 * Revokes a pending invitation with its link. A patient's record stays in the list, without an account; a membership
 * of the team ends.
 * @throws AppError `not_allowed` if the caller may not offer the role; `second_step_required`
 * @throws AppError `not_found`; `invitation_not_waiting` for a member
 */
export const revokeInvitation = action({
  name: 'revoke-invitation',
  input: membershipIdInput,
  access: 'members:invite-patient',
  async run(tx, ctx, { membershipId }): Promise<{ success: true }> {
    const { role, isBillingOnly, isOfRecord } = await lockWaiting(tx, ctx.clinicId, membershipId)
    await requirePermission(tx, ctx.actor, invitePermission(role, isBillingOnly))
    return asSystem(tx, async () => {
      const now = ctx.now()
      if (isOfRecord) await revokeOfRecord(tx, ctx.clinicId, membershipId, now)
      else {
        await voidInvitations(tx, ctx.clinicId, membershipId, now)
        await tx
          .updateTable('clinic_memberships')
          .set({ ended_at: now, updated_at: now })
          .where('clinic_id', '=', ctx.clinicId)
          .where('id', '=', membershipId)
          .execute()
      }
      await audit(tx, 'invitation.revoked', { type: 'membership', id: membershipId }, { role })
      return { success: true }
    })
  },
})
