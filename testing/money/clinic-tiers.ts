import type { ProductPlanId } from '#domain/clinic-tier/product-plans.ts'
import type { TestDatabase } from '../database/database.ts'

/**
 * As Stripe's events leave it.
 * @param since when the tier began; a month has its policy if it ran at the month's start
 * @param periodStart when it last renewed; absent: with the tier
 */
export async function paysForTier(
  db: TestDatabase,
  clinic: { id: string },
  tier: ProductPlanId,
  { since, periodStart = since }: { since: string; periodStart?: string },
): Promise<void> {
  await db.asOwner(
    `update clinic_billing set tier = $2, subscription_status = 'active', current_period_start = $3 where clinic_id = $1`,
    [clinic.id, tier, periodStart],
  )
  await db.asOwner(
    `insert into tier_subscriptions (id, clinic_id, started_at) values ('sub_' || $1::uuid, $1::uuid, $2)
     on conflict (clinic_id, id) do update set started_at = excluded.started_at`,
    [clinic.id, since],
  )
}
