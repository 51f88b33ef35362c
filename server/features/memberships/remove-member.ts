import { AppError } from '#domain/errors.ts'
import { removeMemberInput } from '#domain/memberships/inputs.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { confirmAtStripe } from '../subscriptions/changes/confirm-at-stripe.ts'
import { endPlans } from '../subscriptions/ending/end-plan.ts'
import { openAmountOf, requireDecision } from '../subscriptions/open-amount.ts'
import { payOpenAmount } from '../subscriptions/pay-open-amount.ts'

/**
 * Removes a member from the clinic and cancels the plans that the member pays for, both or neither
 * (docs/domain-rules.md choice 3). Plans end with the paid period, access ends now. For overdue plans `open` decides,
 * as in cancel-subscription. The same checks apply as to a client's DELETE of a membership.
 * @returns how many plans end, and whether Stripe has confirmed it
 * @throws AppError `not_found`, `owner_stays`, `open_amount_undecided`, `quote_changed`; as `payOpenAmount` does
 */
export const removeMember = outwardAction({
  name: 'remove-member',
  input: removeMemberInput,
  access: 'subscriptions:cancel',
  async run(
    ctx,
    { membershipId, open: decision },
  ): Promise<{ success: true; canceled: number; isConfirmed: boolean }> {
    if (decision?.choice === 'pay') {
      const open = await ctx.transactions.withSystem('remove-member', async (tx) => {
        const member = await lockMember(tx, ctx, membershipId)
        return openAmountOf(tx, ctx.clinicId, await lockRunning(tx, ctx, member.user_id))
      })
      requireDecision(open, decision)
      if (open) await payOpenAmount(ctx, open, 'patient_card_declined')
    }
    const recorded = await ctx.transactions.withActor(ctx.caller, async (tx) => {
      const ended = await asSystem(tx, async () => {
        const member = await lockMember(tx, ctx, membershipId)
        return endPlans(tx, ctx, await lockRunning(tx, ctx, member.user_id), decision)
      })
      const removed = await tx
        .deleteFrom('clinic_memberships')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', membershipId)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw new AppError('not_found')
      return ended
    })
    const isConfirmed = await confirmAtStripe(ctx, recorded)
    return { success: true, canceled: recorded.length, isConfirmed }
  },
})

async function lockMember(tx: Tx, { clinicId }: ClinicCtx, membershipId: string) {
  const member = await tx
    .selectFrom('clinic_memberships')
    .select(['user_id', 'is_owner'])
    .where('clinic_id', '=', clinicId)
    .where('id', '=', membershipId)
    .where('ended_at', 'is', null)
    .forUpdate()
    .executeTakeFirst()
  if (!member) throw new AppError('not_found')
  if (member.is_owner) throw new AppError('owner_stays')
  return member
}

function lockRunning(tx: Tx, { clinicId }: ClinicCtx, userId: string | null) {
  return tx
    .selectFrom('subscriptions as s')
    .innerJoin('patients as p', (join) =>
      join.onRef('p.clinic_id', '=', 's.clinic_id').onRef('p.id', '=', 's.owner_patient_id'),
    )
    .select(['s.id', 's.status', 's.cancel_at_period_end'])
    .where('s.clinic_id', '=', clinicId)
    .where('p.user_id', '=', userId)
    .where('s.status', 'in', [...runningStatuses])
    .orderBy('s.id')
    .forUpdate('s')
    .execute()
}
