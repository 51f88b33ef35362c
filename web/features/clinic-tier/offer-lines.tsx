import { Check, Minus } from 'lucide-react'
import type { ClinicTier } from '#domain/clinic-tier/clinic-tier.ts'
import { tierFeatures, tierIncludes } from '#domain/clinic-tier/tier-features.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'

const texts = clinicTierTexts.pricing

/** The lines of an offer, then the features that it lacks. */
export function OfferLines({ tier, features }: { tier: ClinicTier; features: readonly string[] }) {
  const lacking = tierFeatures.filter((feature) => !tierIncludes[tier].features.includes(feature))
  return (
    <ul className="mt-5 mb-6 space-y-2.5 border-t border-line pt-5 text-form">
      {features.map((feature) => (
        <li key={feature} className="flex gap-2.5">
          <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" />
          {feature}
        </li>
      ))}
      {lacking.map((feature) => (
        <li key={feature} className="flex gap-2.5 text-muted">
          <Minus aria-hidden className="mt-0.5 size-4.5 flex-none" />
          <span>
            <span className="sr-only">{texts.notIncluded} </span>
            {texts.features[feature]}
          </span>
        </li>
      ))}
    </ul>
  )
}
