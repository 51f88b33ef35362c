import { sql } from 'kysely'
import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { includesFeature, missingFeatureText, type TierFeature } from '#domain/clinic-tier/tier-features.ts'
import { AppError } from '#domain/errors.ts'
import { policyForMonth } from '#domain/statements/commission.ts'
import { localMonth, monthStart } from '#domain/statements/months.ts'
import type { Tx } from '#server/platform/database/transactions.ts'

interface TierFacts {
  tier: ClinicTier
  time_zone: string
  current_period_start: Date | null
  started_at: Date | null
  ended_at: Date | null
}

/** Whether the clinic's tier includes a feature now. Role `system`. */
export async function clinicHas(tx: Tx, clinicId: string, feature: TierFeature, now: Date): Promise<boolean> {
  if (feature === 'white_labeling') return hasWhiteLabeling(tx, clinicId)
  const { rows } = await sql<TierFacts>`select * from app.tier_facts(${clinicId})`.execute(tx)
  const [facts] = rows
  if (!facts) throw new Error('a clinic without a line in billing')
  const { tier, time_zone: zone, current_period_start: currentPeriodStart } = facts
  const spans = rows.flatMap(({ started_at: startedAt, ended_at: endedAt }) =>
    startedAt ? [{ startedAt, endedAt }] : [],
  )
  const policy = policyForMonth(spans, monthStart(localMonth(now, zone), zone))
  return includesFeature(feature, { tier, policy, currentPeriodStart })
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
