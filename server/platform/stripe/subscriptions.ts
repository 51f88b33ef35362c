import { Stripe } from 'stripe'
import type { ClinicTax } from '#domain/payouts/clinic-tax.ts'
import type { SubscriptionStatus } from '#domain/subscriptions/subscriptions.ts'
import { ask, idOf, instant, instantOrNull, make, options } from './client.ts'

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
  startedAt: Date
  /** Whether no further period begins. */
  cancelAtPeriodEnd: boolean
  /** An end at a date that somebody chose, other than the end of a period. */
  cancelAt: Date | null
  endedAt: Date | null
  /** Carefold sets one rate at most. */
  tax: ClinicTax | null
}

/** One price of a subscription, with its quantity. */
export interface SubscriptionItemFacts {
  id: string
  price: string
  quantity: number
}

export function subscriptionOperations(client: Stripe) {
  /** The invoice that a change at this instant would write at once. */
  const previewNow = (account: string | null, subscription: string, items: ItemChange[], at: Date) =>
    ask(() =>
      client.invoices.createPreview(
        { subscription, subscription_details: { items, ...proratedAt(at) } },
        options(account),
      ),
    )

  /** Makes the change and charges it; false when the card was refused, and nothing has changed. */
  async function changeNow(
    account: string | null,
    subscription: string,
    items: ItemChange[],
    { at, key }: { at: Date; key: string },
  ): Promise<boolean> {
    try {
      await ask(() =>
        client.subscriptions.update(
          subscription,
          { items, ...proratedAt(at), payment_behavior: 'error_if_incomplete' },
          options(account, key),
        ),
      )
      return true
    } catch (error) {
      if (error instanceof Stripe.errors.StripeCardError) return false
      throw error
    }
  }

  /** @returns false when the subscription has no schedule */
  async function releaseSchedule(
    account: string | null,
    subscription: string,
    key: string,
  ): Promise<boolean> {
    const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
    const schedule = idOf(read.schedule)
    if (!schedule) return false
    await ask(() => client.subscriptionSchedules.release(schedule, {}, options(account, `${key}:release`)))
    return true
  }

  return {
    async read(account: string | null, subscription: string): Promise<SubscriptionFacts> {
      return subscriptionFacts(
        await ask(() => client.subscriptions.retrieve(subscription, {}, options(account))),
      )
    },

    /**
     * Gives the subscription these items from its next invoice on; nothing is charged or credited for the running period.
     *
     * @param change `key` identifies this change, however often it is tried
     */
    async setItems(
      account: string | null,
      subscription: string,
      change: { items: readonly { price: string; quantity: number }[]; key: string },
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
     * What changing the price now costs or gives back, prorated to the second. A negative amount is credited to the next
     * invoices.
     */
    async previewChange(
      account: string | null,
      subscription: string,
      change: { price: string; at: Date },
    ): Promise<{ amountCents: number; currency: string }> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      const preview = await previewNow(account, subscription, priceChange(read, change.price), change.at)
      return { amountCents: preview.total, currency: preview.currency }
    },

    /**
     * Changes the price now and charges the difference; a refused charge leaves everything as it was.
     *
     * @param change `at` as in the preview; `key` identifies this request of a person
     * @returns false when the card was refused
     */
    async changePrice(
      account: string | null,
      subscription: string,
      change: { price: string; at: Date; key: string },
    ): Promise<boolean> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (read.items.data[0]?.price.id === change.price) return true
      return changeNow(account, subscription, priceChange(read, change.price), change)
    },

    /**
     * What giving the subscription these items now costs or gives back, prorated to the second. A negative amount is credited
     * to the next invoices.
     */
    async previewItems(
      account: string | null,
      subscription: string,
      change: { items: readonly { price: string; quantity: number }[]; at: Date },
    ): Promise<{ amountCents: number; currency: string }> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (hasItems(read, change.items)) return { amountCents: 0, currency: read.currency }
      const before = idOf(read.latest_invoice)
      const preview = await previewNow(account, subscription, itemChanges(read, change.items), change.at)
      // a trial has nothing to prorate: what is previewed then is its end
      const isNow = read.status !== 'trialing' && preview.id !== before
      return { amountCents: isNow ? preview.total : 0, currency: preview.currency }
    },

    /**
     * Gives the subscription these items now and charges the difference; a refused charge leaves everything as it was.
     *
     * @param change `at` as in the preview; `key` identifies this request of a person
     * @returns false when the card was refused
     */
    async changeItems(
      account: string | null,
      subscription: string,
      change: { items: readonly { price: string; quantity: number }[]; at: Date; key: string },
    ): Promise<boolean> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (hasItems(read, change.items)) return true
      return changeNow(account, subscription, itemChanges(read, change.items), change)
    },

    /**
     * Stops the subscription: no invoices and no periods until it is resumed. What is left of the paid period is credited to
     * the next invoice as the caller has counted it.
     *
     * @param change `creditCents` 0 or more; `key` identifies this request of a person
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
     * Begins a new period of a paused subscription with these items, and charges it at once. A refused charge makes it past due.
     *
     * @param change `key` identifies this request of a person
     */
    async resume(
      account: string,
      subscription: string,
      change: { items: readonly { price: string; quantity: number }[]; key: string },
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

    /** Ends the subscription now; nothing is charged or given back. One that has ended stays so. */
    async end(account: string, subscription: string, key: string): Promise<void> {
      if ((await this.read(account, subscription)).endedAt) return
      await ask(() => client.subscriptions.cancel(subscription, {}, options(account, key)))
    },

    /**
     * Ends the subscription with the paid period, or lets it continue: also past a date at which it was to end.
     *
     * @param change `key` identifies this request of a person
     * @returns false when it has ended already
     */
    async setCancelAtPeriodEnd(
      account: string | null,
      subscription: string,
      change: { cancel: boolean; key: string },
    ): Promise<boolean> {
      const setEnd = (key: string) =>
        ask(() =>
          client.subscriptions.update(
            subscription,
            { cancel_at_period_end: change.cancel },
            options(account, key),
          ),
        )
      try {
        const hasDate = !change.cancel && (await this.read(account, subscription)).cancelAt !== null
        if (hasDate) {
          const key = `${change.key}:date`
          await ask(() => client.subscriptions.update(subscription, { cancel_at: '' }, options(account, key)))
        } else await setEnd(change.key)
        return true
      } catch (error) {
        // an ended subscription cannot be changed; any other invalid request is a defect of ours
        const isOver = (await this.read(account, subscription)).endedAt !== null
        if (isOver) return false
        // a schedule that the clinic made in its dashboard decides alone when it ends, so what a person asks for releases it
        if (!(await releaseSchedule(account, subscription, change.key))) throw error
        await setEnd(`${change.key}:released`)
        return true
      }
    },
  }
}

type ItemChange = Stripe.SubscriptionUpdateParams.Item

/** Prorated to this second, and invoiced at once. */
function proratedAt(at: Date) {
  return {
    proration_behavior: 'always_invoice',
    proration_date: Math.floor(at.getTime() / 1000),
  } as const
}

function hasItems(
  subscription: Stripe.Subscription,
  wanted: readonly { price: string; quantity: number }[],
): boolean {
  const present = subscription.items.data
  return (
    present.length === wanted.length &&
    wanted.every(({ price, quantity }) =>
      present.some((each) => each.price.id === price && (each.quantity ?? 1) === quantity),
    )
  )
}

/** What turns the present items into the wanted ones: changed quantities, additions and deletions. */
function itemChanges(
  subscription: Stripe.Subscription,
  wanted: readonly { price: string; quantity: number }[],
): ItemChange[] {
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

/** Another price for the one item. */
function priceChange(subscription: Stripe.Subscription, price: string): ItemChange[] {
  const [item] = subscription.items.data
  if (!item) throw new Error(`subscription ${subscription.id} has no item`)
  return [{ id: item.id, price }]
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
    startedAt: instant(subscription.start_date),
    cancelAtPeriodEnd:
      subscription.cancel_at_period_end || (cancelAt !== null && cancelAt <= item.current_period_end),
    cancelAt: instantOrNull(cancelAt),
    endedAt: instantOrNull(subscription.ended_at),
    tax: rate
      ? {
          name: rate.display_name,
          ratePpm: Math.round(rate.percentage * 10_000),
          isInclusive: rate.inclusive,
        }
      : null,
  }
}
