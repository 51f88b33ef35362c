import type { Stripe } from 'stripe'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { ask, idOf, instant, instantOrNull, options } from './client.ts'

export interface SubscriptionFacts {
  id: string
  customer: string | null
  status: SubscriptionStatus
  /** Of the first item; Carefold's subscriptions have one. */
  price: string
  /** On the items since API 2025-03, no longer on the subscription. */
  currentPeriodStart: Date
  currentPeriodEnd: Date
  startedAt: Date
  cancelAtPeriodEnd: boolean
  endedAt: Date | null
}

export function subscriptionOperations(client: Stripe) {
  return {
    async read(account: string | null, subscription: string): Promise<SubscriptionFacts> {
      return subscriptionFacts(
        await ask(() => client.subscriptions.retrieve(subscription, {}, options(account))),
      )
    },

    /** All subscriptions of one customer, ended ones included, newest first. */
    async listOf(account: string | null, customer: string): Promise<SubscriptionFacts[]> {
      const found: SubscriptionFacts[] = []
      await ask(async () => {
        const pages = client.subscriptions.list({ customer, status: 'all', limit: 100 }, options(account))
        for await (const subscription of pages) found.push(subscriptionFacts(subscription))
      })
      return found
    },

    /** The latest invoice, or null. */
    async latestInvoice(account: string | null, subscription: string): Promise<string | null> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      return idOf(read.latest_invoice)
    },

    /**
     * Ends the subscription with the paid period, or lets it continue.
     *
     * @param change `key` identifies this request of a person
     * @returns false when it has ended already
     */
    async setCancelAtPeriodEnd(
      account: string | null,
      subscription: string,
      change: { cancel: boolean; key: string },
    ): Promise<boolean> {
      try {
        await ask(() =>
          client.subscriptions.update(
            subscription,
            { cancel_at_period_end: change.cancel },
            options(account, change.key),
          ),
        )
        return true
      } catch (error) {
        // an ended subscription cannot be changed; any other invalid request is a defect of ours
        const isOver = (await this.read(account, subscription)).endedAt !== null
        if (isOver) return false
        throw error
      }
    },
  }
}

function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return {
    id: subscription.id,
    customer: idOf(subscription.customer),
    status: subscription.status as SubscriptionStatus,
    price: item.price.id,
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    startedAt: instant(subscription.start_date),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
    endedAt: instantOrNull(subscription.ended_at),
  }
}
