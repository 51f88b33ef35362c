import type { ReactNode } from 'react'
import type { ClinicSite as Site, SitePlan } from '#domain/clinics/clinic-site.ts'
import { openingLines } from '#domain/clinics/opening-hours.ts'
import { paths, withQuery } from '#domain/paths.ts'
import { clinicSiteTexts } from '#domain/texts/clinics.ts'
import { formatPrice } from '#domain/values/money.ts'
import { isWebAddress } from '#domain/values/web-address.ts'
import { ClinicMark } from '#web/components/clinic/clinic-mark.tsx'
import { LogoMark } from '#web/components/clinic/logo.tsx'
import { Button } from '#web/components/ui/button.tsx'
import { cn } from '#web/components/ui/class-names.ts'
import { OfferCard } from '#web/features/checkouts/offer-card.tsx'
import { config } from '#web/lib/page/config.ts'

const texts = clinicSiteTexts

export interface Visit {
  /** Links signed-in users to their own area. */
  isSignedIn: boolean
  /** All clinics share the host, so that links carry the clinic (docs/specification.md A2). */
  sharesHost: boolean
}

/** A clinic's public site, at the root of its subdomain, with links to join or to book. */
export function ClinicSite({ site, isSignedIn, sharesHost }: Visit & { site: Site }) {
  const to = (path: string, query: Record<string, string> = {}) =>
    withQuery(path, { ...query, ...(sharesHost && { c: site.subdomain }) })
  const hours = openingLines(site.openingHours)
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="border-b border-line bg-paper">
        <div className="mx-auto flex min-h-18 max-w-300 flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-6">
          <Mark site={site} />
          <p className="min-w-0 flex-1 font-display text-h3 font-semibold break-words">{site.name}</p>
          <Button asChild variant="outline">
            {isSignedIn ? (
              <a href={to(paths.dashboard)}>{texts.ownArea}</a>
            ) : (
              <a href={to(paths.login)}>{texts.logIn}</a>
            )}
          </Button>
        </div>
      </header>
      <main id="content" className="flex-1">
        <div className="mx-auto max-w-300 px-4 pt-12 pb-16 sm:px-6 lg:pt-20">
          <h1 className="max-w-[22ch] font-display text-h1 font-medium break-words sm:text-hero">
            {site.name}
          </h1>
          {site.tagline && <p className="mt-3 max-w-[54ch] text-lead text-muted">{site.tagline}</p>}
          <div className="mt-8 flex flex-wrap gap-3">
            {site.plans.length > 0 && (
              <Button asChild size="large">
                <a href="#plans">{texts.seePlans}</a>
              </Button>
            )}
            <Button asChild size="large" variant="outline">
              {/* the form opens by itself, after signing in too */}
              <a href={to(paths.appointments, { booking: 'book' })}>{texts.book}</a>
            </Button>
          </div>
          {!isSignedIn && (
            <p className="mt-4 max-w-[54ch] text-form text-muted">
              {texts.newcomer.before}{' '}
              <a className="link" href={to(paths.join)}>
                {texts.newcomer.link}
              </a>
              {texts.newcomer.after}
              {site.phone && (
                <>
                  {' '}
                  {texts.newcomer.call} <Phone number={site.phone} />.
                </>
              )}
            </p>
          )}
        </div>

        <Section id="plans" title={texts.plans} isRaised>
          {site.plans.length === 0 ? (
            <p className="text-muted">{texts.noPlans}</p>
          ) : (
            <>
              <p className="-mt-5 mb-8 text-muted">{texts.plansLead}</p>
              <ul className={cn('grid grid-cols-1 gap-6', columns(site.plans.length))}>
                {site.plans.map((plan) => (
                  <li key={plan.id} className="row-span-4 grid min-w-0 grid-cols-1 grid-rows-subgrid gap-y-0">
                    <Plan plan={plan} href={(price) => to(paths.joinPlan, { price })} />
                  </li>
                ))}
              </ul>
              <p className="mt-6 text-form text-muted">{texts.notInsurance}</p>
            </>
          )}
        </Section>

        {site.about && (
          <Section title={texts.about}>
            <p className="max-w-[68ch] break-words whitespace-pre-line">{site.about}</p>
          </Section>
        )}

        {site.team.length > 0 && (
          <Section title={texts.team} isRaised={Boolean(site.about)}>
            <ul className="grid gap-x-8 gap-y-5 sm:grid-cols-2 lg:grid-cols-3">
              {site.team.map(({ name, title }) => (
                <li key={`${name} ${title}`} className="border-t border-line pt-4">
                  <p className="font-semibold break-words">{name}</p>
                  {title && <p className="text-form text-muted">{title}</p>}
                </li>
              ))}
            </ul>
          </Section>
        )}

        {(hours.length > 0 || site.phone || site.website) && (
          <Section>
            <div className="grid gap-x-16 gap-y-10 sm:grid-cols-2">
              {hours.length > 0 && (
                <section>
                  <h2 className="mb-4 font-display text-h3 font-medium">{texts.hours}</h2>
                  <dl className="max-w-[32rem] space-y-2">
                    {hours.map(({ days, times }) => (
                      <div key={days} className="flex flex-wrap justify-between gap-x-6">
                        <dt>{days}</dt>
                        <dd className="tabular-nums">{times}</dd>
                      </div>
                    ))}
                  </dl>
                  <p className="mt-3 text-note text-muted">{texts.hoursIn(site.timeZone)}</p>
                </section>
              )}
              {(site.phone || site.website) && (
                <section>
                  <h2 className="mb-4 font-display text-h3 font-medium">{texts.contact}</h2>
                  {site.phone && (
                    <p>
                      <Phone number={site.phone} />
                    </p>
                  )}
                  {site.website && isWebAddress(site.website) && (
                    <p className="mt-2 break-words">
                      <a className="link" href={site.website} rel="noopener noreferrer">
                        {site.website.replace(/^https?:\/\//, '').replace(/\/$/, '')}
                      </a>
                    </p>
                  )}
                </section>
              )}
            </div>
          </Section>
        )}
      </main>
      <footer className="border-t border-line">
        <div className="mx-auto flex max-w-300 flex-wrap items-center gap-x-3 gap-y-2 px-4 py-8 text-form text-muted sm:px-6">
          <p>{site.name}</p>
          {!site.brand?.hidesCarefold && (
            <p className="ml-auto inline-flex items-center gap-2">
              {texts.poweredBy} <LogoMark className="size-5" /> {config.productName}
            </p>
          )}
        </div>
      </footer>
    </div>
  )
}

function Phone({ number }: { number: string }) {
  return (
    <a className="link whitespace-nowrap" href={`tel:${number.replace(/[^+\d]/g, '')}`}>
      {number}
    </a>
  )
}

function Mark({ site: { name, logoId } }: { site: Site }) {
  if (!logoId) return <ClinicMark name={name} />
  return (
    <img
      src={`/files/v1/${logoId}`}
      alt=""
      width={40}
      height={40}
      className="size-10 flex-none rounded-control bg-white object-contain p-0.5"
    />
  )
}

function Plan({ plan, href }: { plan: SitePlan; href(priceId: string): string }) {
  const [first] = plan.prices
  const price = plan.prices.find(({ interval }) => interval === 'month') ?? first
  if (!price) return null
  const year = plan.prices.find(({ interval }) => interval === 'year')
  return (
    <OfferCard
      offer={plan}
      price={price}
      action={
        <>
          {year && year !== price && (
            <p className="mb-3 text-form text-muted">
              {texts.yearly(formatPrice(year.amountCents, year.currency))}
            </p>
          )}
          <Button asChild size="large" className="w-full">
            <a href={href(price.id)} aria-label={`${texts.join}: ${plan.name}`}>
              {texts.join}
            </a>
          </Button>
        </>
      }
    />
  )
}

function columns(count: number): string {
  if (count === 1) return 'max-w-120'
  return count === 2 || count === 4 ? 'md:grid-cols-2' : 'md:grid-cols-2 lg:grid-cols-3'
}

function Section({
  id,
  title,
  isRaised = false,
  children,
}: {
  id?: string
  title?: string
  isRaised?: boolean
  children: ReactNode
}) {
  return (
    <section id={id} className={cn(isRaised && 'border-y border-line bg-surface')}>
      <div className="mx-auto max-w-300 px-4 py-14 sm:px-6 lg:py-18">
        {title && <h2 className="mb-8 font-display text-h2 font-medium">{title}</h2>}
        {children}
      </div>
    </section>
  )
}
