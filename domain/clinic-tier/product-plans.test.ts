import { expect, test } from 'vitest'
import { productPlans } from './product-plans.ts'

// spec: B9 Starter, Professional and Enterprise cost $49, $99 and $249 and include what their cards say
test('the three tiers cost and include what the specification says', () => {
  expect(productPlans).toEqual([
    {
      id: 'starter',
      name: 'Starter',
      monthlyCents: 4_900,
      isPopular: false,
      features: ['Up to 50 active subscribers', 'E-mail notifications', 'Standard support'],
    },
    {
      id: 'professional',
      name: 'Professional',
      monthlyCents: 9_900,
      isPopular: true,
      features: [
        'Up to 200 active subscribers',
        'E-mail and SMS',
        'Advanced education platform',
        'Premium support',
      ],
    },
    {
      id: 'enterprise',
      name: 'Enterprise',
      monthlyCents: 24_900,
      isPopular: false,
      features: [
        'Unlimited subscribers',
        'All channels',
        'Advanced education',
        'White labeling',
        'Dedicated account manager',
        'Priority support',
      ],
    },
  ])
})
