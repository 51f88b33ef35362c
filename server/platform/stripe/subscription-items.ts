import type { Stripe } from 'stripe'

export type ItemChange = Stripe.SubscriptionUpdateParams.Item

export interface WantedItem {
  price: string
  quantity: number
}

export function hasItems(subscription: Stripe.Subscription, wanted: readonly WantedItem[]): boolean {
  const present = subscription.items.data
  return (
    present.length === wanted.length &&
    wanted.every(({ price, quantity }) =>
      present.some((each) => each.price.id === price && (each.quantity ?? 1) === quantity),
    )
  )
}

/** Quantities, additions and deletions. */
export function itemChanges(subscription: Stripe.Subscription, wanted: readonly WantedItem[]): ItemChange[] {
  const present = subscription.items.data
  return [
    ...present
      .filter(({ price }) => !wanted.some((each) => each.price === price.id))
      .map(({ id }) => ({ id, deleted: true })),
    ...wanted.map(({ price, quantity }) => {
      const item = present.find((each) => each.price.id === price)
      return item ? { id: item.id, quantity } : { price, quantity }
    }),
  ]
}

export function priceChange(subscription: Stripe.Subscription, price: string): ItemChange[] {
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return [{ id: item.id, price }]
}
