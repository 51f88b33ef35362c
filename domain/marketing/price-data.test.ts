import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { productPlans } from '../clinic-tier/product-plans.ts'
import { type ClinicSite, structuredData } from '../clinics/clinic-site.ts'
import { decimalAmount, tierData } from './price-data.ts'

/**
 * Required by search engines for an offer with a recurring price (https://schema.org/Offer, UnitPriceSpecification).
 */
const offer = z.object({
  '@type': z.literal('Offer'),
  name: z.string().check(z.minLength(1)),
  url: z.url({ protocol: /^https$/ }),
  priceSpecification: z.object({
    '@type': z.literal('UnitPriceSpecification'),
    // A dot; no currency sign and no thousands separator.
    price: z.string().check(z.regex(/^\d+\.\d{2}$/)),
    priceCurrency: z.string().check(z.refine((code) => Intl.supportedValuesOf('currency').includes(code))),
    referenceQuantity: z.object({
      '@type': z.literal('QuantitativeValue'),
      value: z.literal(1),
      // UN/CEFACT: month, year.
      unitCode: z.enum(['MON', 'ANN']),
    }),
  }),
})
const head = { '@context': z.literal('https://schema.org'), name: z.string().check(z.minLength(1)) }
const tiers = z.object({ ...head, '@type': z.literal('SoftwareApplication'), offers: z.array(offer) })
const clinic = z.object({ ...head, '@type': z.literal('MedicalClinic'), makesOffer: z.array(offer) })

/** As a crawler reads it: without fields that JSON omits. */
const read = (data: object) => JSON.parse(JSON.stringify(data))

const site: ClinicSite = {
  ...{ subdomain: 'sunrise', name: 'Sunrise', color: 'plum', tagline: null, about: null, phone: null },
  ...{ website: null, timeZone: 'UTC', openingHours: [], logoId: null, brand: null, team: [] },
  plans: [
    {
      ...{
        id: 'p',
        kind: 'wellness',
        name: 'Whole year',
        description: '',
        includes: ['Visits'],
        excludes: [],
      },
      ...{ childAgeLimit: 18, trialDays: 0, maxPauseMonths: 0, leavingRefund: 'none' },
      prices: [
        { id: 'm', interval: 'month', amountCents: 4_905, currency: 'usd' },
        { id: 'y', interval: 'year', amountCents: 1_234_500, currency: 'cad' },
      ],
    } as unknown as ClinicSite['plans'][number],
  ],
}

describe('prices for machines', () => {
  it('/pricing has every tier with its monthly price', () => {
    const data = tiers.parse(read(tierData('Carefold', 'https://carefold.example')))
    expect(data.offers.map(({ name, priceSpecification: { price } }) => [name, price])).toEqual(
      productPlans.map(({ name, monthlyCents }) => [name, `${monthlyCents / 100}.00`]),
    )
  })

  it('a clinic’s site has every price of every plan', () => {
    const data = clinic.parse(read(structuredData(site, 'https://sunrise.carefold.example')))
    expect(
      data.makesOffer.map(({ priceSpecification: { price, priceCurrency } }) => [price, priceCurrency]),
    ).toEqual([
      ['49.05', 'USD'],
      ['12345.00', 'CAD'],
    ])
  })

  it('the check refuses what a search engine would', () => {
    const [first] = tiers.parse(read(tierData('Carefold', 'https://carefold.example'))).offers
    for (const wrong of [{ price: '$49' }, { price: 49 }, { priceCurrency: 'dollars' }])
      expect(
        offer.safeParse({ ...first, priceSpecification: { ...first?.priceSpecification, ...wrong } }).success,
      ).toBe(false)
    expect(offer.safeParse({ ...first, url: '/pricing' }).success).toBe(false)
  })
})

it('formats whole cents', () => {
  expect([0, 5, 4_900, 100_001].map(decimalAmount)).toEqual(['0.00', '0.05', '49.00', '1000.01'])
})
