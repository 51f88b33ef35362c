import { sql } from 'kysely'
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
    return asSystem(tx, async () => {
      const { rows: memberships } = await sql<{ clinic_id: string; role: ClinicRole; status: string }>`
        select clinic_id, role, status from app.memberships_of(${ctx.userId}::uuid)`.execute(tx)
      if (!memberships.some(({ clinic_id }) => clinic_id === input.clinicId)) throw new AppError('not_found')

      const access = Object.fromEntries(
        memberships
          .filter(({ role, status }) => status === 'active' && isTeamRole(role))
          .map(({ clinic_id, role }) => [clinic_id, role === 'admin' ? 'admin' : 'member']),
      )
      await ctx.accounts.mergeAppMetadata(tx, ctx.userId, { tenant_access: access })
      return { success: true, tenant_access: access }
    })
  },
})
