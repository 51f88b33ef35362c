import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ProductPlan, productPlans } from '#domain/clinic-tier/product-plans.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { ComparisonTable } from '#web/features/clinic-tier/comparison-table.tsx'
import { PlanCard } from '#web/features/clinic-tier/plan-card.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = clinicTierTexts.pricing

/**
 * Carefold's prices for clinics: three plans (docs/specification.md B2.1, B9).
 *
 * @param choose renders a plan's button
 */
export function PricingPage({
  isCanceled = false,
  choose,
}: {
  isCanceled?: boolean
  choose(plan: ProductPlan): ReactNode
}) {
  return (
    <div className="mx-auto max-w-300 px-4 pt-12 pb-20 sm:px-6 lg:pt-16">
      <PageHeading title={texts.title} site={config.productName} lead={texts.lead} />
      {isCanceled && (
        <Notice tone="info" title={texts.canceledTitle} className="mt-6 max-w-[40rem]">
          {texts.canceled}
        </Notice>
      )}
      <section className="mt-8 max-w-[68ch] rounded-card border border-line bg-surface p-5">
        <h2 className="font-semibold">{texts.together.title}</h2>
        <p className="mt-1 text-muted">{texts.together.text}</p>
      </section>
      <div className="mt-10 grid gap-6 md:grid-cols-3">
        {productPlans.map((plan) => (
          <PlanCard key={plan.id} plan={plan}>
            {choose(plan)}
          </PlanCard>
        ))}
      </div>
      <ComparisonTable />
      <section className="mt-14 flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line pt-8">
        <p className="min-w-0 flex-1 basis-72 text-lead">{texts.contactSalesText}</p>
        <Button asChild variant="outline" size="large">
          <Link to={withQuery(paths.contact, { about: 'sales' })}>{texts.contactSales}</Link>
        </Button>
      </section>
    </div>
  )
}
