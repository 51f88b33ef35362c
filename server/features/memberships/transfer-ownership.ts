import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import { membershipIdInput } from '#domain/invitations/invitations.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { securityChanged } from '#server/clinic/notices.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Transfers the ownership of the clinic to another active admin (docs/domain-rules.md rule 41). The owner can be
 * neither deactivated nor removed, so an owner who leaves transfers it first.
 * @throws AppError `owner_only` for other admins; `not_found` unless `membershipId` is another active admin
 */
export const transferOwnership = action({
  name: 'transfer-ownership',
  input: membershipIdInput,
  access: 'members:update',
  asksFreshProof: true,
  run: (tx, ctx, input): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const admins = await tx
        .selectFrom('clinic_memberships')
        .select(['id', 'user_id', 'is_owner'])
        .where('clinic_id', '=', ctx.clinicId)
        .where('role', '=', 'admin')
        .where('status', '=', 'active')
        .where('ended_at', 'is', null)
        .orderBy('id')
        .forUpdate()
        .execute()
      const owner = admins.find(({ is_owner }) => is_owner)
      if (owner?.user_id !== ctx.userId) throw new AppError('owner_only')
      const heir = admins.find(({ id, user_id }) => id === input.membershipId && id !== owner.id && user_id)
      if (!heir) throw new AppError('not_found')

      await tx
        .updateTable('clinic_memberships')
        .set({ is_owner: sql<boolean>`id = ${heir.id}`, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', 'in', [owner.id, heir.id])
        .execute()
      await audit(tx, 'clinic.ownership_transferred', { type: 'membership', id: heir.id }, { from: owner.id })
      await ctx.notices.notifyAdmins(tx, securityChanged(ctx))
      return { success: true }
    }),
})
