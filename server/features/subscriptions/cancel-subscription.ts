import { AppError } from '#domain/errors.ts'
import { type SubscriptionView, subscriptionIdInput } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { endWithPeriod } from './end-with-period.ts'
import { lockOwnSubscription } from './lock-own-subscription.ts'
import { subscriptionView } from './queries.ts'

/**
 * Ends a subscription at the close of the period already paid for. It can be resumed until then. A paused one ends at once, with
 * what the pause had kept given back.
 *
 * @returns the subscription as it now stands
 * @throws AppError `not_allowed` unless the caller owns it or may `subscriptions:cancel`
 * @throws AppError `not_found` for an unknown id and for another clinic's, alike
 * @throws AppError `subscription_already_ending`, `subscription_ended`, `subscription_changing`
 */
export const cancelSubscription = action({
  name: 'cancel-subscription',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(tx, ctx, { subscriptionId }): Promise<SubscriptionView> {
    const subscription = await lockOwnSubscription(tx, ctx, subscriptionId)
    if (subscription.cancel_at_period_end) throw new AppError('subscription_already_ending')
    return asSystem(tx, async () => {
      await endWithPeriod(tx, ctx, subscriptionId)
      return subscriptionView(tx, ctx.clinicId, subscriptionId)
    })
  },
})
