/** Prices as https://schema.org data. */
import { productPlans } from '../clinic-tier/product-plans.ts'
import { paths, withQuery } from '../paths.ts'

/** "49.00" for 4900 cents. */
export function decimalAmount(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/**
 * Each tier as an offer with its monthly price.
 *
 * @param origin of the main site
 */
export function tierData(productName: string, origin: string): object {
  return {
    '@context': 'https://schema.org',
    '@type': 'SoftwareApplication',
    name: productName,
    url: `${origin}/`,
    applicationCategory: 'BusinessApplication',
    operatingSystem: 'Web',
    offers: productPlans.map(({ id, name, monthlyCents, features }) => ({
      '@type': 'Offer',
      name,
      description: features.join(', '),
      url: `${origin}${withQuery(paths.pricing, { plan: id })}`,
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        price: decimalAmount(monthlyCents),
        priceCurrency: 'USD',
        referenceQuantity: { '@type': 'QuantitativeValue', value: 1, unitCode: 'MON' },
      },
    })),
  }
}
