import { AppError } from '#domain/errors.ts'
import type { PermissionSet } from '#domain/permissions.ts'
import { setPermissionSetsInput } from '#domain/team/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { requireOwner } from './require-owner.ts'

/**
 * Sets a staff member's permission sets (domain/permissions.ts), from the next request on.
 * @throws AppError `owner_only` for other admins; `not_found` unless staff of the clinic
 */
export const setPermissionSets = action({
  name: 'set-permission-sets',
  input: setPermissionSetsInput,
  access: 'members:update',
  asksFreshProof: true,
  async run(tx, ctx, { membershipId, permissionSets }): Promise<{ success: true }> {
    await requireOwner(tx, ctx)
    return asSystem(tx, async () => {
      const member = await tx
        .selectFrom('clinic_memberships')
        .select('permission_sets')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', membershipId)
        .where('role', 'in', ['staff', 'member'])
        .where('is_billing_only', '=', false)
        .where('ended_at', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      if (!member) throw new AppError('not_found')

      const from = [...member.permission_sets].sort()
      const to = [...new Set<PermissionSet>(permissionSets)].sort()
      if (from.join() === to.join()) return { success: true }
      await tx
        .updateTable('clinic_memberships')
        .set({ permission_sets: to, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', membershipId)
        .execute()
      await audit(
        tx,
        'membership.permissions_changed',
        { type: 'membership', id: membershipId },
        { from: from.join(', '), to: to.join(', ') },
      )
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      return { success: true }
    })
  },
})
