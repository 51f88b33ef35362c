import { AppError } from '#domain/errors.ts'
import { subscriptionIdInput } from '#domain/subscriptions/inputs.ts'
import type { SubscriptionView } from '#domain/subscriptions/subscriptions.ts'
import { outwardAction } from '#server/clinic/action.ts'
import { isClosing } from '#server/clinic/clinic-closing.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { confirmAtStripe } from './changes/confirm-at-stripe.ts'
import { hasPendingChange } from './changes/pending-change.ts'
import { viewAfter } from './ending/cancel-subscription.ts'
import { undoEndWithPeriod } from './ending/end-with-period.ts'
import { lockOwnSubscription } from './lock-own-subscription.ts'

/**
 * Undoes the cancellation of a subscription before its paid period ends.
 * @returns the subscription, and whether Stripe has confirmed it
 * @throws AppError `not_allowed`, `not_found` as in cancel-subscription
 * @throws AppError `subscription_not_ending`, `subscription_ended`, `subscription_changing`, `clinic_closing`
 */
export const resumeSubscription = outwardAction({
  name: 'resume-subscription',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(ctx, { subscriptionId }): Promise<SubscriptionView> {
    const what = await ctx.transactions.withActor(ctx.caller, async (tx) => {
      const subscription = await lockOwnSubscription(tx, ctx, subscriptionId)
      if (!subscription.cancel_at_period_end) throw new AppError('subscription_not_ending')
      // an immediate end cannot be undone
      const isChanging = await hasPendingChange(tx, ctx.clinicId, subscriptionId)
      return asSystem(tx, async () => {
        // it would prevent the announced erasure
        if (await isClosing(tx, ctx.clinicId)) throw new AppError('clinic_closing')
        if (isChanging) throw new AppError('subscription_changing')
        return undoEndWithPeriod(tx, ctx, subscriptionId, true)
      })
    })
    const isConfirmed = await confirmAtStripe(ctx, [{ subscriptionId, what }])
    return viewAfter(ctx, subscriptionId, isConfirmed)
  },
})
