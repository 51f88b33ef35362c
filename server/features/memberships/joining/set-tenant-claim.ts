import { AppError } from '#domain/errors.ts'
import { clinicIdInput } from '#domain/memberships/inputs.ts'
import { isTeamRole, type TenantAccess } from '#domain/memberships/memberships.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { action } from '#server/clinic/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'

/**
 * Updates the roles in the caller's token from the caller's memberships, for screens only; no access is decided by them
 * (docs/threats.md T5).
 * @returns `tenant_access`: clinic id to admin or member, for the caller's active team memberships
 * @throws AppError `not_found` without a membership in the clinic
 */
export const setTenantClaim = action({
  name: 'set-tenant-claim',
  input: clinicIdInput,
  access: 'signed-in',
  async run(tx, ctx, input): Promise<{ success: true; tenant_access: TenantAccess }> {
    const memberships = await tx
      .selectFrom('clinic_memberships')
      .select(['clinic_id', 'role', 'status'])
      .where('user_id', '=', ctx.userId)
      .where('ended_at', 'is', null)
      .execute()
    if (!memberships.some(({ clinic_id }) => clinic_id === input.clinicId)) throw new AppError('not_found')

    const access = Object.fromEntries(
      memberships
        .filter(({ role, status }) => status === 'active' && isTeamRole(role as ClinicRole))
        .map(({ clinic_id, role }) => [clinic_id, role === 'admin' ? 'admin' : 'member']),
    )
    return asSystem(tx, async () => {
      await ctx.accounts.mergeAppMetadata(tx, ctx.userId, { tenant_access: access })
      return { success: true, tenant_access: access }
    })
  },
})
