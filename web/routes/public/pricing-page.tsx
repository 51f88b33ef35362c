import { Check } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { type ProductPlan, productPlans } from '#domain/clinic-tier/product-plans.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { clinicTierTexts } from '#domain/texts/clinic-tier.ts'
import { Island } from '#web/components/page/island.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { CheaperOffer } from '#web/features/clinic-tier/cheaper-offer.tsx'
import { CurrentMark, PartnershipCard, PlanCard } from '#web/features/clinic-tier/plan-card.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = clinicTierTexts.pricing

/**
 * Carefold's prices for clinics: the commission and three plans (docs/specification.md B2.1, B9).
 *
 * @param isVisitor the partnership's card leads to sign-up @param isPartner marks it as the clinic's own
 * @param revenueCents the clinic's of this month, with which the comparison begins
 * @param choose renders a plan's button
 */
export function PricingPage({
  isCanceled = false,
  isVisitor,
  isPartner = false,
  revenueCents,
  choose,
}: {
  isCanceled?: boolean
  isVisitor: boolean
  isPartner?: boolean
  revenueCents?: number | undefined
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
      <p className="mt-3 max-w-[68ch] text-muted">{texts.together}</p>
      <div className="mt-8 grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <PartnershipCard>
          {isVisitor ? (
            <Button asChild size="large" variant="outline" className="w-full">
              <Link to={paths.signUp}>{texts.getStarted}</Link>
            </Button>
          ) : isPartner ? (
            <CurrentMark />
          ) : (
            <p className="flex min-h-13 items-center justify-center text-form text-muted">
              {texts.startsHere}
            </p>
          )}
        </PartnershipCard>
        {productPlans.map((plan) => (
          <PlanCard key={plan.id} plan={plan}>
            {choose(plan)}
          </PlanCard>
        ))}
      </div>
      <section className="mt-12">
        <h2 className="font-display text-h3 font-medium">{texts.cheaper.title}</h2>
        <Island name="cheaper">
          <CheaperOffer key={revenueCents} revenueCents={revenueCents} />
        </Island>
      </section>
      <section className="mt-12 border-t border-line pt-8">
        <h2 className="font-display text-h3 font-medium">{texts.everyPlan}</h2>
        <ul className="mt-4 grid gap-x-12 gap-y-2.5 text-form sm:grid-cols-2">
          {clinicTierTexts.partnership.features.map((feature) => (
            <li key={feature} className="flex gap-2.5">
              <Check aria-hidden className="mt-0.5 size-4.5 flex-none text-primary" />
              {feature}
            </li>
          ))}
        </ul>
      </section>
      <section className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line pt-8">
        <p className="min-w-0 flex-1 basis-72 text-lead">{texts.contactSalesText}</p>
        <Button asChild variant="outline" size="large">
          <Link to={withQuery(paths.contact, { about: 'sales' })}>{texts.contactSales}</Link>
        </Button>
      </section>
    </div>
  )
}
