/** docs/specification.md B2.1, B9. Whole US dollars a month, in cents. Lines that every plan has are not listed. */
export const productPlanIds = ['starter', 'professional', 'enterprise'] as const
export type ProductPlanId = (typeof productPlanIds)[number]

export interface ProductPlan {
  id: ProductPlanId
  name: string
  monthlyCents: number
  isPopular: boolean
  features: readonly string[]
}

export const productPlans: readonly ProductPlan[] = [
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
]
