import { AppError } from '#domain/errors.ts'
import { subscriptionIdInput } from '#domain/subscriptions/inputs.ts'
import { action } from '#server/clinic/action.ts'
import { audit } from '#server/clinic/audit.ts'
import { asSystem } from '#server/platform/database/transactions.ts'
import { lockOwnSubscription } from '../lock-own-subscription.ts'

/**
 * Withdraws a switch to another plan that is scheduled for the next period. A price that the clinic has announced stays
 * scheduled.
 * @throws AppError `not_found`, `not_allowed`, `second_step_required`, `subscription_ended` as in cancel-subscription
 * @throws AppError `subscription_not_changing` when none is scheduled
 */
export const keepPresentPlan = action({
  name: 'keep-present-plan',
  input: subscriptionIdInput,
  access: 'signed-in',
  async run(tx, ctx, { subscriptionId }): Promise<{ success: true }> {
    await lockOwnSubscription(tx, ctx, subscriptionId)
    return asSystem(tx, async () => {
      const { numUpdatedRows } = await tx
        .updateTable('subscription_changes')
        .set({ state: 'undone', decided_at: ctx.now() })
        .where('clinic_id', '=', ctx.clinicId)
        .where('subscription_id', '=', subscriptionId)
        .where('state', '=', 'scheduled')
        .where('kind', '=', 'plan')
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw new AppError('subscription_not_changing')
      await audit(tx, 'subscription.plan_kept', { type: 'subscription', id: subscriptionId })
      return { success: true as const }
    })
  },
})
