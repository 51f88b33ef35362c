import type { VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import { AppError } from '#domain/errors.ts'
import { removeMemberInput } from '#domain/memberships/inputs.ts'
import { runningStatuses } from '#domain/subscriptions/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { settleVisits, undecidedVisits } from '../appointments/leaving/settle-visits.ts'
import { confirmAtStripe } from '../subscriptions/changes/confirm-at-stripe.ts'
import { endPlans } from '../subscriptions/ending/end-plan.ts'
import { openAmountOf, requireDecision } from '../subscriptions/open-amount.ts'
import { payOpenAmount } from '../subscriptions/pay-open-amount.ts'
import { lockMember } from './lock-member.ts'

/** `canceled`: how many plans end. `ahead`: visits that need a decision; nothing was written. */
type Removal = { success: true; canceled: number; isConfirmed: boolean } | { ahead: VisitsAhead }

/**
 * Removes a member from the clinic and cancels the plans that the member pays for, both or neither
 * (docs/domain-rules.md choice 3). Plans end with the paid period, access ends now. For overdue plans `open` decides,
 * as in cancel-subscription. Visits ahead of a provider are handed over or canceled, those of a patient canceled or
 * retained, as `visits` decides. The same checks apply as to a client's DELETE of a membership.
 * @returns how many plans end, and whether Stripe has confirmed it; or `ahead`, with nothing written, while a visit has
 * no decision or one that is no longer possible
 * @throws AppError `not_found`, `owner_stays`, `open_amount_undecided`, `quote_changed`; as `payOpenAmount` does
 * @throws AppError `time_taken` if a time was booked meanwhile
 */
export const removeMember = outwardAction({
  name: 'remove-member',
  input: removeMemberInput,
  access: 'subscriptions:cancel',
  async run(ctx, { membershipId, open: decision, visits }): Promise<Removal> {
    if (decision?.choice === 'pay') {
      const { undecided, open } = await ctx.transactions.withActor(ctx.caller, async (tx) => {
        const member = await asSystem(tx, () => lockMember(tx, ctx, membershipId))
        return {
          undecided: await undecidedVisits(tx, ctx, { member, decisions: visits }),
          open: await asSystem(tx, async () =>
            openAmountOf(tx, ctx.clinicId, await lockRunning(tx, ctx, member.user_id)),
          ),
        }
      })
      if (undecided) return undecided
      requireDecision(open, decision)
      if (open) await payOpenAmount(ctx, open, 'patient_card_declined')
    }
    const recorded = await ctx.transactions.withActor(ctx.caller, async (tx) => {
      const member = await asSystem(tx, () => lockMember(tx, ctx, membershipId))
      const undecided = await settleVisits(tx, ctx, { member, decisions: visits })
      if (undecided) return undecided
      const ended = await asSystem(tx, async () =>
        endPlans(tx, ctx, await lockRunning(tx, ctx, member.user_id), decision),
      )
      const removed = await tx
        .deleteFrom('clinic_memberships')
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', membershipId)
        .returning('id')
        .executeTakeFirst()
      if (!removed) throw new AppError('not_found')
      return { ended }
    })
    if ('ahead' in recorded) return recorded
    const isConfirmed = await confirmAtStripe(ctx, recorded.ended)
    return { success: true, canceled: recorded.ended.length, isConfirmed }
  },
})

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
