import { missingFeatureText } from '#domain/clinic-tier/tier-features.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { useLackingFeatures } from '#web/lib/clinic/lacking-features.ts'

export function MissingFeatures() {
  const lacking = useLackingFeatures()
  if (lacking.length === 0) return null
  return (
    <section aria-labelledby="missing-features">
      <h2 id="missing-features" className="font-display text-h3 font-medium">
        {clinicTierTexts.plan.notIncluded}
      </h2>
      <ul className="mt-3 list-disc space-y-2 pl-5">
        {lacking.map((feature) => (
          <li key={feature}>{missingFeatureText(feature)}</li>
        ))}
      </ul>
    </section>
  )
}
