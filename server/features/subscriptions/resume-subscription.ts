import { AppError } from '#domain/errors.ts'
import { type SubscriptionView, subscriptionIdInput } from '#domain/subscriptions/subscriptions.ts'
import { action } from '#server/platform/action.ts'
import { audit } from '#server/platform/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockOwnSubscription } from './lock-own-subscription.ts'
import { subscriptionView } from './queries.ts'
import { syncCancellationJob } from './sync-cancellation.ts'

/**
 * Undoes a cancellation: the subscription continues as before. Possible until the paid period ends.
 *
 * @returns the subscription as it now stands
 * @throws AppError `not_allowed`, `not_found` as in cancel-subscription
 * @throws AppError `subscription_not_ending`, `subscription_ended`
 */
export const resumeSubscription = action({
  name: 'resume-subscription',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(tx, ctx, { subscriptionId }): Promise<SubscriptionView> {
    const subscription = await lockOwnSubscription(tx, ctx, subscriptionId)
    if (!subscription.cancel_at_period_end) throw new AppError('subscription_not_ending')
    return asSystem(tx, async () => {
      await tx
        .updateTable('subscriptions')
        .set({ cancel_at_period_end: false, pending_cancel: false, updated_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('id', '=', subscriptionId)
        .execute()
      await audit(tx, 'subscription.resumed', { type: 'subscription', id: subscriptionId })
      await ctx.jobs.enqueue(tx, syncCancellationJob, { subscriptionId, request: crypto.randomUUID() })
      return subscriptionView(tx, ctx.clinicId, subscriptionId)
    })
  },
})
