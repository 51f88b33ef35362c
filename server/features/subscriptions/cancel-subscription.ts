import { AppError } from '#domain/errors.ts'
import { type SubscriptionView, subscriptionIdInput } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockOwnSubscription } from './lock-own-subscription.ts'
import { subscriptionView } from './queries.ts'
import { syncCancellationJob } from './sync-cancellation.ts'

/**
 * Ends a subscription at the close of the period already paid for. It can be resumed until then.
 *
 * A job queued in this transaction syncs it to Stripe: an outage there delays the cancellation, never loses it.
 *
 * @returns the subscription as it now stands
 * @throws AppError `not_allowed` unless the caller owns it or may `subscriptions:cancel`
 * @throws AppError `not_found` for an unknown id and for another clinic's, alike
 * @throws AppError `subscription_already_ending`, `subscription_ended`
 */
export const cancelSubscription = action({
  name: 'cancel-subscription',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(tx, ctx, { subscriptionId }): Promise<SubscriptionView> {
    const subscription = await lockOwnSubscription(tx, ctx, subscriptionId)
    if (subscription.cancel_at_period_end) throw new AppError('subscription_already_ending')
    return asSystem(tx, async () => {
      await tx
        .updateTable('subscriptions')
        .set({ cancel_at_period_end: true, pending_cancel: true, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', subscriptionId)
        .execute()
      await audit(tx, 'subscription.canceled', { type: 'subscription', id: subscriptionId })
      await ctx.jobs.enqueue(tx, syncCancellationJob, { subscriptionId, request: crypto.randomUUID() })
      return subscriptionView(tx, ctx.clinicId, subscriptionId)
    })
  },
})
