import { decimalAmount } from '../marketing/price-data.ts'
import { paths, withQuery } from '../paths.ts'
import type { Place } from '../plans/places.ts'
import type { PlanInterval, PlanTerms } from '../plans/plans.ts'
import type { PlanPrices } from '../plans/price-rows.ts'
import type { OpeningSpan } from './opening-hours.ts'
import type { ClinicBrand } from './served-brand.ts'

export interface ClinicSite {
  subdomain: string
  name: string
  color: string
  tagline: string | null
  about: string | null
  phone: string | null
  website: string | null
  timeZone: string
  openingHours: OpeningSpan[]
  /** File id of the logo. */
  logoId: string | null
  brand: ClinicBrand | null
  team: { name: string; title: string }[]
  /** Published plans, oldest first. */
  plans: SitePlan[]
}

export interface SitePlan extends PlanTerms {
  prices: PlanPrices[]
  /** The place whose law applies. */
  place: Place | null
}

const dayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const unitOf: Record<PlanInterval, string> = { month: 'MON', year: 'ANN' }

/**
 * The site as https://schema.org/MedicalClinic: hours, team, and each plan as an offer with its price.
 *
 * @param address of the site, without a trailing slash
 */
export function structuredData(site: ClinicSite, address: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'MedicalClinic',
    '@id': `${address}/`,
    url: `${address}/`,
    name: site.name,
    ...(site.tagline && { slogan: site.tagline }),
    ...(site.about && { description: site.about }),
    ...(site.phone && { telephone: site.phone }),
    ...(site.website && { sameAs: [site.website] }),
    ...(site.logoId && { logo: `${address}/files/v1/${site.logoId}` }),
    ...(site.openingHours.length > 0 && {
      openingHoursSpecification: site.openingHours.map(({ day, opens, closes }) => ({
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: `https://schema.org/${dayNames[day - 1]}`,
        opens,
        closes,
      })),
    }),
    ...(site.team.length > 0 && {
      employee: site.team.map(({ name, title }) => ({
        '@type': 'Person',
        name,
        ...(title && { jobTitle: title }),
      })),
    }),
    ...(site.plans.length > 0 && {
      makesOffer: site.plans.flatMap((plan) =>
        plan.prices.map((price) => ({
          '@type': 'Offer',
          name: plan.name,
          ...(plan.description && { description: plan.description }),
          url: `${address}${withQuery(paths.joinPlan, { price: price.id })}`,
          priceSpecification: {
            '@type': 'UnitPriceSpecification',
            price: decimalAmount(price.amountCents),
            priceCurrency: price.currency.toUpperCase(),
            referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: unitOf[price.interval] },
          },
          itemOffered: {
            '@type': 'Service',
            name: plan.name,
            serviceOutput: plan.includes,
          },
        })),
      ),
    }),
  }
}
