import { type ProductPlanId, productPlans } from '#domain/clinic-tier/product-plans.ts'
import type { Services } from '#server/clinic/action.ts'

/** The platform's Stripe price of a tier, by lookup key; created if missing. */
export async function tierPrice({ stripe }: Pick<Services, 'stripe'>, plan: ProductPlanId): Promise<string> {
  const offer = productPlans.find(({ id }) => id === plan)
  if (!offer) throw new Error(`no plan is called ${plan}`)
  const product = await stripe.catalog.ensureProduct(null, {
    id: `carefold_${plan}`,
    name: `Carefold ${offer.name}`,
  })
  return stripe.catalog.ensurePrice(null, {
    lookupKey: plan,
    product,
    amountCents: offer.monthlyCents,
    currency: 'usd',
    interval: 'month',
  })
}
