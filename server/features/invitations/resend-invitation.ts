import { AppError } from '#domain/errors.ts'
import { type InvitationView, membershipIdInput } from '#domain/invitations.ts'
import { canInvite } from '#domain/permissions.ts'
import { outwardAction } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/doors.ts'
import { limitCalls } from '../clinics/limit-calls.ts'
import { issueInvitation } from './issue-invitation.ts'
import { lockClinic, lockWaiting } from './queries.ts'

/**
 * Sends a waiting invitation once more, with a new link and 72 new hours; the earlier link opens nothing any more.
 *
 * @throws AppError `not_allowed` for a role the caller may not offer
 * @throws AppError `not_found` for an unknown and for another clinic's membership, alike
 * @throws AppError `invitation_not_waiting` for somebody who belongs to the clinic already, deactivated people included
 * @throws AppError `rate_limited`
 */
export const resendInvitation = outwardAction({
  name: 'resend-invitation',
  input: membershipIdInput,
  access: 'members:invite-patient',
  async run(ctx, { membershipId }): Promise<{ success: true; invitation: InvitationView }> {
    await limitCalls(ctx, { bucket: 'invite', key: ctx.userId, burst: 60, perSeconds: 30 })
    await limitCalls(ctx, { bucket: 'resend', key: membershipId, burst: 10, perSeconds: 300 })
    const invitation = await ctx.doors.withActor(ctx.caller, (tx, actor) =>
      asSystem(tx, async () => {
        const clinic = await lockClinic(tx, ctx.clinicId)
        const waiting = await lockWaiting(tx, ctx.clinicId, membershipId)
        if (!canInvite(actor, waiting.role)) throw new AppError('not_allowed')
        return issueInvitation(tx, ctx, clinic, waiting)
      }),
    )
    return { success: true, invitation }
  },
})
