import { AppError } from '#domain/errors.ts'
import { type InvitationView, invitePatientInput } from '#domain/invitations/invitations.ts'
import { type ClinicRole, invitePermission } from '#domain/permissions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { requireFreshProof } from '#server/clinic/fresh-proof.ts'
import { requirePermission } from '#server/clinic/permission.ts'
import { retryIfTaken } from '#server/platform/database/retry-if-taken.ts'
import { type Actor, asSystem, type Caller, type Tx } from '#server/platform/database/transactions.ts'
import { addressKey, limitCalls } from '../clinics/limit-calls.ts'
import { beginInvitation, issueInvitation } from './issue-invitation.ts'
import { offerRecord } from './offer-record.ts'
import { givenName, lockClinic, membershipOfAddress, revokeOfRecord, waitingMembership } from './queries.ts'

/**
 * Invites a patient or a team member, by a mail in the clinic's name. The link works once, for 72 hours. Another
 * invitation to the address voids the earlier link (`endsEarlierLink`), may change the role, and defaults to the
 * earlier name. The answer does not reveal whether the address has an account.
 * @throws AppError `not_allowed` if the caller may not offer the role, the pending role, or invite at all
 * @throws AppError `second_step_required`; `fresh_proof_required` for a role in the team
 * A patient's record is found by `patientId` or by its address, or created (docs/decisions/0169).
 * @throws AppError `already_member`, `member_suspended`, `rate_limited`; `not_found` for `patientId`, also if it has an
 * account; `address_of_other_patient`, `address_of_several_patients`
 * @throws Refusal of the operator's hook before_user_created
 */
export const invitePatient = outwardAction({
  name: 'invite-patient',
  input: invitePatientInput,
  access: 'signed-in',
  system: 'addresses are matched with accounts, which no caller reads',
  async run(ctx, input): Promise<{ success: true; invitation: InvitationView }> {
    await limitCalls(ctx, { bucket: 'invite', key: ctx.userId, burst: 60, perSeconds: 30 })
    await limitCalls(ctx, {
      bucket: 'invite-address',
      key: addressKey(input.email),
      burst: 10,
      perSeconds: 300,
    })

    const caller = await callerAt(ctx, input.clinicId)
    const { clinicId, email, role } = input
    const isForTeam = role === 'staff' || role === 'member'
    const isBillingOnly = isForTeam && input.isBillingOnly === true
    const isReadOnly = isForTeam && !isBillingOnly && input.isReadOnly === true
    const requireRight = async (tx: Tx, actor: Actor) => {
      if (actor.clinicId !== clinicId) throw new AppError('not_allowed')
      await requirePermission(tx, actor, invitePermission(role, isBillingOnly))
      if (role !== 'patient') await requireFreshProof(tx)
    }
    await ctx.transactions.withActor(caller, requireRight)
    const name = input.name || null
    const draft = await beginInvitation(ctx, { email, name })
    const invitation = await retryIfTaken(() =>
      ctx.transactions.withActor(caller, async (tx, actor) => {
        await requireRight(tx, actor)
        return asSystem(tx, async () => {
          const clinic = await lockClinic(tx, clinicId)
          const present = await membershipOfAddress(tx, clinicId, email)
          if (present?.suspended_at) throw new AppError('member_suspended')
          if (present) throw new AppError('already_member')

          const record =
            role === 'patient'
              ? await offerRecord(
                  tx,
                  { ...ctx, actor },
                  { clinicId, email, name, patientId: input.patientId },
                )
              : null
          const membershipId =
            record?.membershipId ??
            (await offerMembership(
              tx,
              { ...ctx, actor },
              { clinicId, email, role, isReadOnly, isBillingOnly },
            ))
          const forPatientId = record?.patientId ?? null
          const offer = { membershipId, email, role, redirectUrl: input.redirectUrl, draft, forPatientId }
          // defaults to the name of the record or of the earlier invitation
          const offeredName = name ?? record?.name ?? (await givenName(tx, clinicId, membershipId))
          return issueInvitation(tx, { ...ctx, actor }, clinic, { ...offer, name: offeredName })
        })
      }),
    )
    return { success: true, invitation }
  },
})

/** On a shared host the request's body names the clinic. It grants nothing: rights come from rows. */
async function callerAt(ctx: ClinicCtx, clinicId: string): Promise<Caller> {
  if (ctx.caller.clinic) return ctx.caller
  const clinic = await ctx.transactions.withSystem('invite: clinic', (tx) =>
    tx.selectFrom('clinics').select('subdomain').where('id', '=', clinicId).executeTakeFirst(),
  )
  return { ...ctx.caller, clinic: clinic?.subdomain ?? null }
}

/** Finds or creates the pending membership of the address; its role is the latest offer. */
async function offerMembership(
  tx: Tx,
  ctx: ClinicCtx,
  offer: { clinicId: string; email: string; role: ClinicRole; isReadOnly: boolean; isBillingOnly: boolean },
): Promise<string> {
  const { clinicId, email, role } = offer
  const offered = {
    role,
    is_read_only: offer.isReadOnly,
    is_billing_only: offer.isBillingOnly,
    permission_sets: offer.isBillingOnly ? ['money'] : [],
    status: 'invited',
  }
  const now = ctx.now()
  const waiting = await waitingMembership(tx, clinicId, email)
  if (waiting && !waiting.patientId) {
    // an offer is replaced only by those who may revoke it
    await requirePermission(tx, ctx.actor, invitePermission(waiting.role, waiting.isBillingOnly))
    await tx
      .updateTable('clinic_memberships')
      .set({ ...offered, suspended_at: null, updated_at: now })
      .where('clinic_id', '=', clinicId)
      .where('id', '=', waiting.id)
      .execute()
    return waiting.id
  }
  // a patient who is invited to the team stays a patient
  if (waiting) await revokeOfRecord(tx, clinicId, waiting.id, now)
  const { id } = await tx
    .insertInto('clinic_memberships')
    .values({ clinic_id: clinicId, ...offered, created_at: now, updated_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
