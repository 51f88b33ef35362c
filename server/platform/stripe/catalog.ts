import type { Stripe } from 'stripe'
import { ask, make, nullWhenMissing, options } from './client.ts'

export type PriceInterval = 'month' | 'year'

/** A product has the name that patients read on the join page (docs/decisions/0038). */
export function catalogOperations(client: Stripe) {
  return {
    /** Finds the product by our id and updates its name, or creates it. */
    async ensureProduct(account: string | null, product: { id: string; name: string }): Promise<string> {
      const present = await ask(() => client.products.retrieve(product.id, {}, options(account))).catch(
        nullWhenMissing,
      )
      if (present && present.name !== product.name) {
        const { name } = product
        await ask(() => client.products.update(product.id, { name }, options(account)))
      }
      if (present) return present.id
      const made = await make(() =>
        client.products.create(product, options(account, `product:${account ?? 'platform'}:${product.id}`)),
      )
      return made.id
    },

    /** Finds the active price by its lookup key, or creates it, even after the idempotency key has expired. */
    async ensurePrice(
      account: string | null,
      price: {
        lookupKey: string
        product: string
        amountCents: number
        currency: string
        /** null: paid once */
        interval: PriceInterval | null
      },
    ): Promise<string> {
      const found = await ask(() =>
        client.prices.list({ lookup_keys: [price.lookupKey], active: true, limit: 1 }, options(account)),
      )
      const [present] = found.data
      if (present) return present.id
      const made = await make(() =>
        client.prices.create(
          {
            product: price.product,
            unit_amount: price.amountCents,
            currency: price.currency,
            ...(price.interval ? { recurring: { interval: price.interval } } : {}),
            lookup_key: price.lookupKey,
          },
          options(account, `price:${account ?? 'platform'}:${price.lookupKey}`),
        ),
      )
      return made.id
    },

    /** Finds the coupon by our id, or creates it. It discounts its products only. */
    async ensureCoupon(
      account: string | null,
      coupon: {
        id: string
        name: string
        percent: number | null
        amountCents: number | null
        currency: string
        duration: 'once' | 'repeating' | 'forever'
        months: number | null
        products: string[]
      },
    ): Promise<string> {
      const present = await ask(() => client.coupons.retrieve(coupon.id, {}, options(account))).catch(
        nullWhenMissing,
      )
      if (present) return present.id
      const { id, name, duration, products } = coupon
      const made = await make(() =>
        client.coupons.create(
          {
            id,
            name,
            duration,
            ...(coupon.percent === null
              ? { amount_off: coupon.amountCents ?? 0, currency: coupon.currency }
              : { percent_off: coupon.percent }),
            ...(coupon.months === null ? {} : { duration_in_months: coupon.months }),
            applies_to: { products },
          },
          options(account, `coupon:${account ?? 'platform'}:${id}`),
        ),
      )
      return made.id
    },

    async lookupKey(account: string | null, price: string): Promise<string | null> {
      return (await ask(() => client.prices.retrieve(price, {}, options(account)))).lookup_key
    },
  }
}
