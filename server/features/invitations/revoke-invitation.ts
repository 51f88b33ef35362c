import { membershipIdInput } from '#domain/invitations/invitations.ts'
import { invitePermission } from '#domain/permissions.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { voidInvitations } from './issue-invitation.ts'
import { lockWaiting } from './queries.ts'

/**
 * Revokes an invitation: its link stops working, and the waiting membership disappears from the list.
 *
 * @throws AppError `not_allowed` for a role the caller may not offer; `second_step_required`
 * @throws AppError `not_found` for an unknown and for another clinic's membership, alike
 * @throws AppError `invitation_not_waiting` for somebody who already belongs to the clinic
 */
export const revokeInvitation = action({
  name: 'revoke-invitation',
  input: membershipIdInput,
  access: 'members:invite-patient',
  async run(tx, ctx, { membershipId }): Promise<{ success: true }> {
    const { role } = await lockWaiting(tx, ctx.clinicId, membershipId)
    await requirePermission(tx, ctx.actor, invitePermission(role))
    return asSystem(tx, async () => {
      const now = ctx.now()
      await voidInvitations(tx, ctx.clinicId, membershipId, now)
      await tx
        .updateTable('clinic_memberships')
        .set({ ended_at: now, updated_at: now })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', membershipId)
        .execute()
      await audit(tx, 'invitation.revoked', { type: 'membership', id: membershipId }, { role })
      return { success: true }
    })
  },
})
