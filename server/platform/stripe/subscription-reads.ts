import type { Stripe } from 'stripe'
import type { ClinicTax } from '#domain/payouts/clinic-tax.ts'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { ask, idOf, instant, instantOrNull, options } from './client.ts'

export interface SubscriptionFacts {
  id: string
  customer: string | null
  status: SubscriptionStatus
  /** Of the first item: a tier has one. */
  price: string
  items: SubscriptionItemFacts[]
  metadata: Record<string, string>
  /** On the items since API 2025-03, no longer on the subscription. */
  currentPeriodStart: Date
  currentPeriodEnd: Date
  /** The moment from which Stripe counts the periods. */
  anchor: Date
  startedAt: Date
  /** Whether no further period begins. */
  cancelAtPeriodEnd: boolean
  /** A set end date other than a period's end. */
  cancelAt: Date | null
  endedAt: Date | null
  /** Days in which its sent invoices are to be paid; null: charged automatically. */
  daysUntilDue: number | null
  /** Carefold sets one rate at most. */
  tax: ClinicTax | null
}

interface SubscriptionItemFacts {
  id: string
  price: string
  quantity: number
}

export function subscriptionReads(client: Stripe) {
  return {
    async read(account: string | null, subscription: string): Promise<SubscriptionFacts> {
      return subscriptionFacts(
        await ask(() => client.subscriptions.retrieve(subscription, {}, options(account))),
      )
    },

    /** Ended ones included, newest first. */
    async listOf(account: string | null, customer: string): Promise<SubscriptionFacts[]> {
      const found: SubscriptionFacts[] = []
      await ask(async () => {
        const pages = client.subscriptions.list({ customer, status: 'all', limit: 100 }, options(account))
        for await (const subscription of pages) found.push(subscriptionFacts(subscription))
      })
      return found
    },

    async latestInvoice(account: string | null, subscription: string): Promise<string | null> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      return idOf(read.latest_invoice)
    },
  }
}

function subscriptionFacts(subscription: Stripe.Subscription): SubscriptionFacts {
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  const [rate] = subscription.default_tax_rates ?? []
  // Stripe states the end of the period here too
  const cancelAt = subscription.cancel_at_period_end ? null : subscription.cancel_at
  return {
    id: subscription.id,
    customer: idOf(subscription.customer),
    status: subscription.status as SubscriptionStatus,
    price: item.price.id,
    items: subscription.items.data.map(({ id, price, quantity }) => ({
      id,
      price: price.id,
      quantity: quantity ?? 1,
    })),
    metadata: subscription.metadata,
    currentPeriodStart: instant(item.current_period_start),
    currentPeriodEnd: instant(item.current_period_end),
    anchor: instant(subscription.billing_cycle_anchor),
    startedAt: instant(subscription.start_date),
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= item.current_period_end),
    cancelAt: instantOrNull(cancelAt),
    endedAt: instantOrNull(subscription.ended_at),
    daysUntilDue:
      subscription.collection_method === 'send_invoice' ? (subscription.days_until_due ?? 0) : null,
    tax: rate
      ? {
          name: rate.display_name,
          ratePpm: Math.round(rate.percentage * 10_000),
          isInclusive: rate.inclusive,
        }
      : null,
  }
}
