import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import { tierIncludes } from '#domain/clinic-tier/tier-features.ts'
import { AppError } from '#domain/errors.ts'
import { isRunning } from '#domain/subscriptions/subscriptions.ts'
import type { Tx } from '#server/platform/database/transactions.ts'
import { countCoveredPeople } from '../subscriptions/free-places.ts'

export interface RunningTier {
  customer: string
  subscription: string
  tier: ClinicTier
}

/** @returns null while none runs. Role `system`. */
export async function runningTier(tx: Tx, clinicId: string): Promise<RunningTier | null> {
  const row = await tx
    .selectFrom('clinic_billing')
    .select(['stripe_customer', 'stripe_subscription', 'subscription_status', 'tier'])
    .where('clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow()
  if (!row.stripe_customer || !row.stripe_subscription || !isRunning(row.subscription_status ?? ''))
    return null
  return {
    customer: row.stripe_customer,
    subscription: row.stripe_subscription,
    tier: row.tier as ClinicTier,
  }
}

/**
 * Requires a tier to have room for the people with a running plan. Role `system`.
 * @throws AppError `clinic_tier_too_small`
 */
export async function requireRoomIn(tx: Tx, clinicId: string, plan: ProductPlanId): Promise<void> {
  const cap = tierIncludes[plan].subscribers
  if (cap === null) return
  if ((await countCoveredPeople(tx, clinicId)) > cap) throw new AppError('clinic_tier_too_small')
}
