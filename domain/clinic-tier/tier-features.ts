/** The features of each tier (docs/specification.md B9, docs/decisions/0157); all checks and screens use them. */
import type { BillingPolicy } from '../statements/commission.ts'
import { tierFeatureTexts } from '../texts/clinic-tier.ts'
import type { ClinicTier } from './clinic-tier.ts'
import { productPlans } from './product-plans.ts'

/** Features in which tiers differ. `advanced_education`: new presentations and health programs. */
export const tierFeatures = ['text_messages', 'advanced_education', 'white_labeling'] as const
export type TierFeature = (typeof tierFeatures)[number]

/** `subscribers`: the most active ones; null means no limit. */
export const tierIncludes: Record<
  ClinicTier,
  { subscribers: number | null; features: readonly TierFeature[] }
> = {
  // Partnership and agreed fees: patient engagement tools and communication.
  free: { subscribers: null, features: ['text_messages', 'advanced_education'] },
  starter: { subscribers: 50, features: [] },
  professional: { subscribers: 200, features: ['text_messages', 'advanced_education'] },
  enterprise: { subscribers: null, features: tierFeatures },
}

/** A clinic whose period began earlier has the Professional features until its tier renews. */
export const featuresDifferFrom = new Date('2026-12-01T00:00:00Z')

export interface TierTerms {
  tier: ClinicTier
  /** Of the current month: a tier counts from the first month that begins under it. */
  policy: Extract<BillingPolicy, 'tier' | 'partnership'>
  currentPeriodStart: Date | null
}

/** Whether a clinic may use a feature now. White labeling follows the tier without delay (docs/decisions/0102). */
export function includesFeature(
  feature: Exclude<TierFeature, 'white_labeling'>,
  { tier, policy, currentPeriodStart }: TierTerms,
): boolean {
  if (policy !== 'tier') return tierIncludes.free.features.includes(feature)
  if (!currentPeriodStart || currentPeriodStart < featuresDifferFrom) return true
  return tierIncludes[tier].features.includes(feature)
}

export function featuresLost(from: ClinicTier, to: ClinicTier): TierFeature[] {
  return tierIncludes[from].features.filter((feature) => !tierIncludes[to].features.includes(feature))
}

export function missingFeatureText(feature: TierFeature): string {
  const names = productPlans
    .filter(({ id }) => tierIncludes[id].features.includes(feature))
    .map(({ name }) => name)
  return tierFeatureTexts.missing[feature](names.join(' and '), names.length)
}

/** A patient reads only whether the clinic lacks text messages. */
export interface LackingFeatures {
  lacking: TierFeature[]
}
