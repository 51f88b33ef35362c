import { productPlans } from '#domain/clinic-tier/product-plans.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { PageHeading } from '#web/components/page-heading.tsx'
import { PlanCard } from '#web/features/clinic-tier/plan-card.tsx'
import { config } from '#web/lib/config.ts'

const texts = clinicTierTexts.pricing

/** What Carefold costs a clinic: three plans (docs/specification.md B2.1, B9). */
export default function Pricing() {
  return (
    <div className="mx-auto max-w-300 px-4 pt-12 pb-20 sm:px-6 lg:pt-16">
      <PageHeading title={texts.title} site={config.productName} lead={texts.lead} />
      <div className="mt-10 grid gap-6 md:grid-cols-3">
        {productPlans.map((plan) => (
          <PlanCard key={plan.id} plan={plan} />
        ))}
      </div>
    </div>
  )
}
