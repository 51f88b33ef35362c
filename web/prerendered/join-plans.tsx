import type { ClinicSite } from '#domain/clinics/clinic-site.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { checkoutTexts } from '#domain/texts/checkouts.ts'
import { clinicSiteTexts } from '#domain/texts/clinics.ts'
import { formatPrice } from '#domain/values/money.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'
import { ChoiceSwitch } from '#web/components/form/choice-switch.tsx'
import { PageHeading } from '#web/components/page/page-heading.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { Notice } from '#web/components/ui/notice.tsx'
import { OfferCard } from '#web/features/checkouts/offer-card.tsx'
import { intervalChoices, offerGrid } from '#web/features/checkouts/offer-grid.ts'
import { canSwitchInterval, priceFor } from '#web/features/checkouts/offers.ts'

const texts = checkoutTexts

/**
 * The clinic's plans as `/join/plan` shows them (`web/features/checkouts/choose-offer.tsx`), for the time until the app
 * has loaded and for browsers without a script.
 */
export function JoinPlans({ site, sharesHost }: { site: ClinicSite; sharesHost: boolean }) {
  const { name, phone, plans } = site
  const href = (price: string) =>
    withQuery(paths.joinPlan, { price, ...(sharesHost && { c: site.subdomain }) })
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-surface">
        <div className="mx-auto flex min-h-16 max-w-300 items-center gap-3 px-4 sm:gap-4 sm:px-6">
          <ClinicMark name={name} className="size-9" />
          <span className="min-w-0 flex-1 truncate font-display text-lead font-semibold">{name}</span>
        </div>
      </header>
      <main id="content" className="mx-auto w-full max-w-300 flex-1 px-4 py-8 sm:px-6 sm:py-12">
        <PageHeading title={texts.title(name)} site={name} lead={plans.length > 0 && texts.lead} />
        <div className="mt-6 hidden max-w-180 scriptless:block">
          <Notice tone="info" title={texts.scriptless.title}>
            {texts.scriptless.text}
            {phone && ` ${texts.scriptless.call(phone)}`}
          </Notice>
        </div>
        {plans.length === 0 && (
          <p className="mt-8 max-w-180">
            {texts.noneTitle(name)}. {texts.none}
          </p>
        )}
        {canSwitchInterval(plans) && (
          <div className="mt-8 scriptless:hidden">
            <ChoiceSwitch label={texts.interval.label} choices={intervalChoices} value="month" />
          </div>
        )}
        <ul className={offerGrid(plans.length)}>
          {plans.map((plan) => {
            const price = priceFor(plan, 'month')
            const year = plan.prices.find(({ interval }) => interval === 'year')
            return (
              price && (
                <li key={plan.id} className="row-span-4 grid min-w-0 grid-cols-1 grid-rows-subgrid gap-y-0">
                  <OfferCard
                    offer={plan}
                    price={price}
                    action={
                      <>
                        {year && year !== price && (
                          <p className="mb-3 hidden text-form text-muted scriptless:block">
                            {clinicSiteTexts.yearly(formatPrice(year.amountCents, year.currency))}
                          </p>
                        )}
                        <Button asChild size="large" className="w-full scriptless:hidden">
                          <a href={href(price.id)}>
                            {texts.choose}
                            <span className="sr-only">{texts.choosePlan(plan.name)}</span>
                          </a>
                        </Button>
                      </>
                    }
                  />
                </li>
              )
            )
          })}
        </ul>
      </main>
    </div>
  )
}
