import { Stripe } from 'stripe'
import { ask, idOf, options } from './client.ts'
import { hasItems, type ItemChange, itemChanges, priceChange, type WantedItem } from './subscription-items.ts'

export function subscriptionChanges(client: Stripe) {
  const previewNow = (account: string | null, read: Stripe.Subscription, items: ItemChange[], at: Date) =>
    ask(() =>
      client.invoices.createPreview(
        { subscription: read.id, subscription_details: { items, ...proratedAt(at, read) } },
        options(account),
      ),
    )

  /** False when the card was refused, and nothing has changed. */
  async function changeNow(
    account: string | null,
    read: Stripe.Subscription,
    items: ItemChange[],
    { at, key }: { at: Date; key: string },
  ): Promise<boolean> {
    try {
      await ask(() =>
        client.subscriptions.update(
          read.id,
          { items, ...proratedAt(at, read), payment_behavior: 'error_if_incomplete' },
          options(account, key),
        ),
      )
      return true
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) return false
      throw error
    }
  }

  return {
    /**
     * Changes the items from the next invoice on, without proration.
     * @param change `key` identifies the change, however often it is tried
     */
    async setItems(
      account: string | null,
      subscription: string,
      change: { items: readonly WantedItem[]; key: string },
    ): Promise<void> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      await ask(() =>
        client.subscriptions.update(
          subscription,
          { items: itemChanges(read, change.items), proration_behavior: 'none' },
          options(account, change.key),
        ),
      )
    },

    /**
     * Moves the next renewal, without a charge or credit: a trial until then, as Stripe documents for existing
     * subscriptions. The metadata lets a later read tell it from free days (`movedDay`).
     * @param change `day`: the clinic's day that the renewals follow
     */
    async moveRenewal(
      account: string,
      subscription: string,
      change: { at: Date; day: string; key: string },
    ): Promise<void> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      const at = change.at.getTime() / 1000
      if (read.status !== 'active' || read.cancel_at !== null || read.trial_end === at) return
      await ask(() =>
        client.subscriptions.update(
          subscription,
          {
            trial_end: at,
            proration_behavior: 'none',
            metadata: { renewal_day: change.day, renewal_moved_to: String(at) },
          },
          options(account, change.key),
        ),
      )
    },

    /** Prorated to the second. A negative amount is credited to the next invoices. */
    async previewChange(
      account: string | null,
      subscription: string,
      change: { price: string; at: Date },
    ): Promise<{ amountCents: number; currency: string }> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      const preview = await previewNow(account, read, priceChange(read, change.price), change.at)
      return { amountCents: preview.total, currency: preview.currency }
    },

    /**
     * Changes the price now and charges the difference; a refused charge changes nothing.
     * @param change `at` as in the preview; `key` identifies the user's request
     */
    async changePrice(
      account: string | null,
      subscription: string,
      change: { price: string; at: Date; key: string },
    ): Promise<boolean> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (read.items.data[0]?.price.id === change.price) return true
      return changeNow(account, read, priceChange(read, change.price), change)
    },

    /** As `previewChange`, for several items. */
    async previewItems(
      account: string | null,
      subscription: string,
      change: { items: readonly WantedItem[]; at: Date },
    ): Promise<{ amountCents: number; currency: string }> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (hasItems(read, change.items)) return { amountCents: 0, currency: read.currency }
      const before = idOf(read.latest_invoice)
      const preview = await previewNow(account, read, itemChanges(read, change.items), change.at)
      // a trial has nothing to prorate: its preview is the invoice at its end
      const isNow = read.status !== 'trialing' && preview.id !== before
      return { amountCents: isNow ? preview.total : 0, currency: preview.currency }
    },

    /** As `changePrice`, for several items. */
    async changeItems(
      account: string | null,
      subscription: string,
      change: { items: readonly WantedItem[]; at: Date; key: string },
    ): Promise<boolean> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (hasItems(read, change.items)) return true
      return changeNow(account, read, itemChanges(read, change.items), change)
    },
  }
}

/**
 * Prorated to this second, and invoiced at once. Stripe refuses a moment before the period, which happens just after its
 * start when Stripe's clock is ahead.
 */
function proratedAt(at: Date, { items }: Stripe.Subscription) {
  const start = items.data[0]?.current_period_start ?? 0
  return {
    proration_behavior: 'always_invoice',
    proration_date: Math.max(start, Math.floor(at.getTime() / 1000)),
  } as const
}
