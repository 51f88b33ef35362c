import { AppError } from '#domain/errors.ts'
import { type SubscriptionView, subscriptionIdInput } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/platform/action.ts'
import { isClosing } from '#server/platform/clinic-closing.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { undoEndWithPeriod } from './end-with-period.ts'
import { lockOwnSubscription } from './lock-own-subscription.ts'
import { subscriptionView } from './queries.ts'

/**
 * Undoes a cancellation: the subscription continues as before. Possible until the paid period ends.
 *
 * @returns the subscription as it now stands
 * @throws AppError `not_allowed`, `not_found` as in cancel-subscription
 * @throws AppError `subscription_not_ending`, `subscription_ended`, `clinic_closing`
 */
export const resumeSubscription = action({
  name: 'resume-subscription',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(tx, ctx, { subscriptionId }): Promise<SubscriptionView> {
    const subscription = await lockOwnSubscription(tx, ctx, subscriptionId)
    if (!subscription.cancel_at_period_end) throw new AppError('subscription_not_ending')
    return asSystem(tx, async () => {
      // it would stand in the way of the erasure that everybody was told of
      if (await isClosing(tx, ctx.clinicId)) throw new AppError('clinic_closing')
      await undoEndWithPeriod(tx, ctx, subscriptionId)
      return subscriptionView(tx, ctx.clinicId, subscriptionId)
    })
  },
})
