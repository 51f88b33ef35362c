import * as z from 'zod/mini'
import { isTeamRole } from '#domain/memberships.ts'
import { type ClinicTier, type SubscriptionTier, tierInEffect } from '#domain/subscriptions.ts'
import { action } from '#server/platform/action.ts'
import { asSystem } from '#server/platform/doors.ts'

/**
 * The tier that the caller's clinic pays for; `free` for patients, without a clinic, and without a paid tier.
 *
 * For the screen only: what a clinic may do is decided by its billing rows.
 */
export const checkSubscription = action({
  name: 'check-subscription',
  input: z.object({}),
  access: 'signed-in',
  async run(tx, ctx): Promise<SubscriptionTier> {
    if (!isTeamRole(ctx.actor.role)) return { subscription_tier: 'free' }
    const billing = await asSystem(tx, () =>
      tx
        .selectFrom('clinic_billing')
        .select(['tier', 'subscription_status', 'current_period_start'])
        .where('clinic_id', '=', ctx.clinicId)
        .executeTakeFirst(),
    )
    if (!billing) return { subscription_tier: 'free' }
    const tier = tierInEffect(
      {
        tier: billing.tier as ClinicTier,
        status: billing.subscription_status,
        currentPeriodStart: billing.current_period_start,
      },
      ctx.now(),
    )
    return { subscription_tier: tier }
  },
})
