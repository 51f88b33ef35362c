import { AppError } from '#domain/errors.ts'
import { cancelSubscriptionInput } from '#domain/subscriptions/inputs.ts'
import type { SubscriptionView } from '#domain/subscriptions/subscriptions.ts'
import { type ClinicCtx, outwardAction } from '#server/clinic/action.ts'
import { asSystem, type Tx } from '#server/platform/database/transactions.ts'
import { confirmAtStripe } from '../changes/confirm-at-stripe.ts'
import { lockOwnSubscription } from '../lock-own-subscription.ts'
import { openAmountOf, requireDecision } from '../open-amount.ts'
import { payOpenAmount } from '../pay-open-amount.ts'
import { subscriptionView } from '../queries.ts'
import { endPlans } from './end-plan.ts'

/**
 * Cancels a subscription at the end of its paid period; it can be resumed until then. A paused subscription ends now,
 * with its credit refunded. For an overdue one `open` decides: charge the open amount now, or end now without it.
 * @returns the subscription, and whether Stripe has confirmed it (docs/decisions/0153)
 * @throws AppError `not_allowed` unless the caller owns it or may `subscriptions:cancel`; `not_found`
 * @throws AppError `subscription_already_ending`, `subscription_ended`, `subscription_changing`,
 * `open_amount_undecided`, `quote_changed`; as `payOpenAmount` does
 */
export const cancelSubscription = outwardAction({
  name: 'cancel-subscription',
  input: cancelSubscriptionInput,
  access: 'signed-in',
  system: 'jobs end plans by the same step',
  async run(ctx, { subscriptionId, open: decision }): Promise<SubscriptionView> {
    const lock = async (tx: Tx) => {
      const subscription = await lockOwnSubscription(tx, ctx, subscriptionId)
      if (subscription.cancel_at_period_end && !decision) throw new AppError('subscription_already_ending')
      return subscription
    }
    if (decision?.choice === 'pay') {
      const { open, isOwn } = await ctx.transactions.withActor(ctx.caller, async (tx) => {
        const subscription = await lock(tx)
        return asSystem(tx, async () => ({
          open: await openAmountOf(tx, ctx.clinicId, [subscription]),
          isOwn: subscription.owner_patient_id === ctx.actor.patientId,
        }))
      })
      requireDecision(open, decision)
      if (open) await payOpenAmount(ctx, open, isOwn ? 'card_declined' : 'patient_card_declined')
    }
    const recorded = await ctx.transactions.withActor(ctx.caller, async (tx) => {
      const subscription = await lock(tx)
      return asSystem(tx, () => endPlans(tx, ctx, [subscription], decision))
    })
    const isConfirmed = await confirmAtStripe(ctx, recorded)
    return viewAfter(ctx, subscriptionId, isConfirmed)
  },
})

export async function viewAfter(
  ctx: ClinicCtx,
  subscriptionId: string,
  isConfirmed: boolean,
): Promise<SubscriptionView> {
  const view = await ctx.transactions.withSystem('subscription', (tx) =>
    subscriptionView(tx, ctx.clinicId, subscriptionId),
  )
  return { ...view, isConfirmed }
}
