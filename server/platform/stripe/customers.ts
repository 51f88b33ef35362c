import type { Stripe } from 'stripe'
import { ask, idOf, make, options } from './client.ts'

/** The card that the next charge uses. */
export interface CardFacts {
  /** Stripe's, pm_... */
  method: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

export interface CustomerFacts {
  /** Deleted at Stripe, for example in the clinic's dashboard: it can pay nothing any more. */
  isGone: boolean
  /** The default card. */
  card: CardFacts | null
}

export function customerOperations(client: Stripe) {
  return {
    /** @param customer `metadata` contains opaque ids only; no name is sent @returns its id */
    async create(
      account: string | null,
      customer: { email: string | null; metadata: Record<string, string>; key: string },
    ): Promise<string> {
      const made = await make(() =>
        client.customers.create(
          { ...(customer.email ? { email: customer.email } : {}), metadata: customer.metadata },
          options(account, customer.key),
        ),
      )
      return made.id
    },

    /** The default card, or null when there is none (or the customer is gone). */
    async card(account: string | null, customer: string): Promise<CardFacts | null> {
      return (await this.read(account, customer)).card
    },

    async read(account: string | null, customer: string): Promise<CustomerFacts> {
      // not expanded, which Stripe refuses for a deleted customer
      const read = await ask(() => client.customers.retrieve(customer, {}, options(account)))
      if (read.deleted) return { isGone: true, card: null }
      const method = idOf(read.invoice_settings.default_payment_method)
      if (!method) return { isGone: false, card: null }
      const card = (await ask(() => client.paymentMethods.retrieve(method, {}, options(account)))).card
      return {
        isGone: false,
        card: card
          ? { method, brand: card.brand, last4: card.last4, expMonth: card.exp_month, expYear: card.exp_year }
          : null,
      }
    },

    /** A page at Stripe where the customer saves the card for further charges. @returns its address, good for a short time */
    async cardPage(
      account: string | null,
      customer: string,
      page: { returnUrl: string; key: string },
    ): Promise<string> {
      const session = await make(() =>
        client.billingPortal.sessions.create(
          {
            customer,
            return_url: page.returnUrl,
            flow_data: {
              type: 'payment_method_update',
              after_completion: { type: 'redirect', redirect: { return_url: page.returnUrl } },
            },
          },
          options(account, page.key),
        ),
      )
      return session.url
    },

    /**
     * Moves the card that Checkout stored on the subscription to the customer, so that it is stored in one place
     * (docs/payments.md 5). Doing it twice changes nothing.
     */
    async adoptSubscriptionCard(account: string | null, subscription: string): Promise<boolean> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      // an ended subscription cannot be changed, and its card is no longer charged
      if (read.ended_at) return false
      const method = idOf(read.default_payment_method)
      const customer = idOf(read.customer)
      if (!method || !customer) return false
      await ask(() =>
        client.customers.update(
          customer,
          { invoice_settings: { default_payment_method: method } },
          options(account, `card:${subscription}:${method}:customer`),
        ),
      )
      await ask(() =>
        client.subscriptions.update(
          subscription,
          { default_payment_method: '' },
          options(account, `card:${subscription}:${method}:subscription`),
        ),
      )
      return true
    },
  }
}
