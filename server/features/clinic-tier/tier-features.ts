import { sql } from 'kysely'
import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { includesFeature, missingFeatureText, type TierFeature } from '#domain/clinic-tier/tier-features.ts'
import { AppError } from '#domain/errors.ts'
import { policyOfMonth } from '#server/clinic/tier-spans.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

/** Whether the clinic's tier includes a feature now. Role `system`. */
export async function clinicHas(tx: Tx, clinicId: string, feature: TierFeature, now: Date): Promise<boolean> {
  if (feature === 'white_labeling') return hasWhiteLabeling(tx, clinicId)
  const { tier, time_zone, current_period_start } = await tx
    .selectFrom('clinic_billing')
    .select(['tier', 'time_zone', 'current_period_start'])
    .where('clinic_id', '=', clinicId)
    .executeTakeFirstOrThrow()
  const policy = await policyOfMonth(tx, clinicId, time_zone, now)
  return includesFeature(feature, {
    tier: tier as ClinicTier,
    policy,
    currentPeriodStart: current_period_start,
  })
}

/**
 * Requires the clinic's tier to include a feature. Role `system`.
 * @param path the form's field that needs it
 * @throws AppError `clinic_tier_lacks_feature`; its field names the plans that include the feature
 */
export async function requireFeature(
  tx: Tx,
  clinicId: string,
  feature: TierFeature,
  { now, path }: { now: Date; path: string },
): Promise<void> {
  if (await clinicHas(tx, clinicId, feature, now)) return
  throw new AppError('clinic_tier_lacks_feature', {
    fields: [{ path, message: missingFeatureText(feature) }],
  })
}

/** The database decides (docs/decisions/0102). */
async function hasWhiteLabeling(tx: Tx, clinicId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`select app.has_white_labeling(${clinicId}) as has`.execute(tx)
  return rows[0]?.has === true
}
