import { expect, test } from 'vitest'
import { type ClinicSite, structuredData } from './clinic-site.ts'

const site: ClinicSite = {
  subdomain: 'sunrise',
  name: 'Sunrise Family Clinic',
  color: 'evergreen',
  tagline: null,
  about: 'We take our time.',
  phone: null,
  website: null,
  timeZone: 'America/Chicago',
  openingHours: [{ day: 1, opens: '08:00', closes: '17:00' }],
  logoId: null,
  brand: null,
  team: [{ name: 'Dr. Ann Lee', title: '' }],
  plans: [
    {
      id: 'p',
      kind: 'wellness',
      name: 'Family',
      description: '',
      includes: ['Same-week visits'],
      excludes: [],
      childAgeLimit: 18,
      trialDays: 0,
      maxPauseMonths: 0,
      leavingRefund: 'none',
      place: null,
      prices: [
        {
          id: 'price-1',
          interval: 'month',
          currency: 'usd',
          amountCents: 4905,
          childCents: null,
          householdCents: null,
          enrolmentCents: null,
        },
      ],
    },
  ],
}

test('publishes a plan’s price for machines', () => {
  expect(structuredData(site, 'https://sunrise.carefold.example')).toMatchObject({
    '@type': 'MedicalClinic',
    url: 'https://sunrise.carefold.example/',
    makesOffer: [
      {
        name: 'Family',
        url: 'https://sunrise.carefold.example/join/plan?price=price-1',
        priceSpecification: {
          price: '49.05',
          priceCurrency: 'USD',
          referenceQuantity: { value: 1, unitCode: 'MON' },
        },
        itemOffered: { serviceOutput: ['Same-week visits'] },
      },
    ],
    openingHoursSpecification: [{ dayOfWeek: 'https://schema.org/Monday', opens: '08:00', closes: '17:00' }],
    employee: [{ name: 'Dr. Ann Lee' }],
  })
})

test('omits what the clinic has not entered', () => {
  const bare = { ...site, about: null, openingHours: [], team: [], plans: [] }
  expect(Object.keys(structuredData(bare, 'https://x.example')).sort()).toEqual(
    ['@context', '@id', '@type', 'name', 'url'].sort(),
  )
})
