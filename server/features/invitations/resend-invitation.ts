import { type InvitationView, membershipIdInput } from '#domain/invitations/invitations.ts'
import { invitePermission } from '#domain/permissions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { type Actor, asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { beginInvitation, issueInvitation } from './issue-invitation.ts'
import { lockClinic, lockWaiting } from './queries.ts'

/**
 * Sends a pending invitation again with a new link for 72 hours, and voids the earlier one.
 * @throws AppError `not_allowed` if the caller may not offer the role; `second_step_required`, `rate_limited`
 * @throws AppError `not_found`; `invitation_not_waiting` for a member, even a deactivated one
 * @throws Refusal of the operator's hook before_user_created
 */
export const resendInvitation = outwardAction({
  name: 'resend-invitation',
  input: membershipIdInput,
  access: 'members:invite-patient',
  system: 'jobs invite by the same step',
  async run(ctx, { membershipId }): Promise<{ success: true; invitation: InvitationView }> {
    await limitCalls(ctx, { bucket: 'invite', key: ctx.userId, burst: 60, perSeconds: 30 })
    await limitCalls(ctx, { bucket: 'resend', key: membershipId, burst: 10, perSeconds: 300 })
    const { waiting } = await ctx.transactions.withActor(ctx.caller, (tx, actor) =>
      asSystem(tx, () => lockOffer(tx, ctx, actor, membershipId)),
    )
    const draft = await beginInvitation(ctx, waiting)
    const invitation = await ctx.transactions.withActor(ctx.caller, (tx, actor) =>
      asSystem(tx, async () => {
        const { clinic, waiting } = await lockOffer(tx, ctx, actor, membershipId)
        return issueInvitation(tx, ctx, clinic, { ...waiting, draft })
      }),
    )
    return { success: true, invitation }
  },
})

/** @throws AppError `not_allowed`, `not_found`, `invitation_not_waiting` */
async function lockOffer(tx: Tx, { clinicId }: ClinicCtx, actor: Actor, membershipId: string) {
  const clinic = await lockClinic(tx, clinicId)
  const waiting = await lockWaiting(tx, clinicId, membershipId)
  await requirePermission(tx, actor, invitePermission(waiting.role, waiting.isBillingOnly))
  return { clinic, waiting }
}
