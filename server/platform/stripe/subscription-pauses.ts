import type { Stripe } from 'stripe'
import { ask, idOf, make, options } from './client.ts'
import { hasItems, itemChanges, type WantedItem } from './subscription-items.ts'

export function subscriptionPauses(client: Stripe) {
  return {
    /**
     * Stops invoices and periods. Credits `creditCents`, the rest of the paid period, to the next invoice.
     * @param change `creditCents` 0 or more; `key` identifies the user's request
     */
    async pause(
      account: string,
      subscription: string,
      change: { creditCents: number; description: string; key: string },
    ): Promise<void> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (read.status !== 'paused')
        await ask(() =>
          client.subscriptions.pause(
            subscription,
            { type: 'subscription', bill_for: { unused_time_from: { type: 'none' } } },
            options(account, change.key),
          ),
        )
      if (change.creditCents === 0) return
      const customer = idOf(read.customer) ?? ''
      const request = `${change.key}:credit`
      // Stripe forgets keys after a day
      const waiting = await ask(() =>
        client.invoiceItems.list({ customer, pending: true, limit: 100 }, options(account)),
      )
      if (waiting.data.some(({ metadata }) => metadata?.request === request)) return
      await make(() =>
        client.invoiceItems.create(
          {
            customer,
            subscription,
            amount: -change.creditCents,
            currency: read.currency,
            description: change.description,
            metadata: { request },
          },
          options(account, request),
        ),
      )
    },

    /**
     * Begins a new period and charges it at once. A refused charge makes the subscription past due.
     * @param change `key` identifies the user's request
     */
    async resume(
      account: string,
      subscription: string,
      change: { items: readonly WantedItem[]; key: string },
    ): Promise<void> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (read.status !== 'paused') return
      if (!hasItems(read, change.items))
        await ask(() =>
          client.subscriptions.update(
            subscription,
            { items: itemChanges(read, change.items), proration_behavior: 'none' },
            options(account, `${change.key}:items`),
          ),
        )
      await ask(() =>
        client.subscriptions.resume(
          subscription,
          {
            billing_cycle_anchor: { type: 'now' },
            payment_behavior: 'resume_on_payment_attempt',
            proration_behavior: 'none',
          },
          options(account, change.key),
        ),
      )
    },
  }
}
