import { sql } from 'kysely'
import { AppError } from '#domain/errors.ts'
import type { ClinicRole } from '#domain/permissions.ts'
import { changeTeamAccessInput } from '#domain/team/inputs.ts'
import { accessOf, isForAdmins, membershipFor } from '#domain/team/team.ts'
import { action, type ClinicCtx } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { requireFreshProof } from '#server/clinic/fresh-proof.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'

/**
 * Changes a team member's access to Admin, Member, Read only or Billing, from the member's next request on. A pending invitation
 * then offers the new role. Voids pending team invitations by a former admin (docs/threats.md T4).
 * @throws AppError `not_found`; `not_allowed` to change from or to an admin or Billing without being an admin
 * @throws AppError `fresh_proof_required` to make a member an admin or give the money to Billing; `owner_stays_admin`, `last_admin`
 */
export const changeTeamAccess = action({
  name: 'change-team-access',
  input: changeTeamAccessInput,
  access: 'team:write',
  run: (tx, ctx, { membershipId, access }): Promise<{ success: true }> =>
    asSystem(tx, async () => {
      const member = await lockTeamMember(tx, ctx, membershipId)
      const { role: stored, is_read_only: isReadOnly, is_billing_only: isBillingOnly } = member
      const from = accessOf({ role: stored as ClinicRole, isReadOnly, isBillingOnly })
      if (from === access) return { success: true }
      // the set team includes neither admins nor the money
      if (isForAdmins(access) || isForAdmins(from)) await requirePermission(tx, ctx.actor, 'members:update')
      if (isForAdmins(access)) await requireFreshProof(tx)
      if (from === 'admin') await requireAnotherAdmin(tx, ctx, member)

      const now = ctx.now()
      const to = membershipFor(access)
      // staff stay staff: only the mark changes
      const role = from !== 'admin' && access !== 'admin' ? member.role : to.role
      await tx
        .updateTable('clinic_memberships')
        .set({
          role,
          is_read_only: to.isReadOnly,
          is_billing_only: to.isBillingOnly,
          // an admin has every permission by the role, Billing the money alone
          ...((isForAdmins(access) || from === 'billing') && {
            permission_sets: to.isBillingOnly ? ['money'] : [],
          }),
          updated_at: now,
        })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', membershipId)
        .execute()
      await tx
        .updateTable('invitations')
        .set({ role })
        .where('clinic_id', '=', ctx.clinicId)
        .where('membership_id', '=', membershipId)
        .where('accepted_at', 'is', null)
        .where('revoked_at', 'is', null)
        .execute()
      if (from === 'admin' && member.user_id) await voidOffers(tx, ctx, member.id, member.user_id)
      await audit(
        tx,
        'membership.role_changed',
        { type: 'membership', id: membershipId },
        { from, to: access },
      )
      return { success: true }
    }),
})

interface TeamMember {
  id: string
  user_id: string | null
  role: string
  status: string
  is_owner: boolean
  is_read_only: boolean
  is_billing_only: boolean
}

async function lockTeamMember(tx: Tx, { clinicId }: ClinicCtx, membershipId: string): Promise<TeamMember> {
  // locks the clinic first, as `app.keep_an_admin` does, so that simultaneous changes wait for each other
  await tx.selectFrom('clinics').select('id').where('id', '=', clinicId).forNoKeyUpdate().execute()
  const member = await tx
    .selectFrom('clinic_memberships')
    .select(['id', 'user_id', 'role', 'status', 'is_owner', 'is_read_only', 'is_billing_only'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', membershipId)
    .where('role', '!=', 'patient')
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('not_found')
  return member
}

async function requireAnotherAdmin(tx: Tx, { clinicId }: ClinicCtx, member: TeamMember): Promise<void> {
  if (member.is_owner) throw new AppError('owner_stays_admin')
  if (member.status !== 'active' || !member.user_id) return
  const another = await tx
    .selectFrom('clinic_memberships')
    .select('id')
    .where('clinic_id', '=', clinicId)
    .where('id', '!=', member.id)
    .where('role', '=', 'admin')
    .where('status', '=', 'active')
    .where('user_id', 'is not', null)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (!another) throw new AppError('last_admin')
}

/** Voids pending team invitations by or to the member, which could restore the old role. */
async function voidOffers(tx: Tx, ctx: ClinicCtx, membershipId: string, userId: string): Promise<void> {
  await sql`
    select app.void_invitations(${ctx.clinicId}::uuid, ${membershipId}::uuid, ${userId}::uuid, ${ctx.now()})`.execute(
    tx,
  )
}
