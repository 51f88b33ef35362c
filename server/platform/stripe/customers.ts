import type { Stripe } from 'stripe'
import { ask, idOf, make, nullWhenMissing, options } from './client.ts'

/** The card that the next charge uses. */
export interface CardFacts {
  /** Stripe's, pm_... */
  method: string
  brand: string
  last4: string
  expMonth: number
  expYear: number
}

/** A card that its owner has chosen for further charges. */
export interface CardChoice {
  /** Stripe's, pm_... */
  method: string
  at: Date
}

export interface CustomerFacts {
  /** Deleted at Stripe, for example in the clinic's dashboard: it can pay nothing any more. */
  isGone: boolean
  /** The default card. */
  card: CardFacts | null
  /** All that are saved, the newest first. */
  cards: CardFacts[]
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
      if (read.deleted) return { isGone: true, card: null, cards: [] }
      // what older integrations saved is charged where nothing else is the default
      const method = idOf(read.invoice_settings.default_payment_method) ?? idOf(read.default_source)
      const saved = await ask(() =>
        client.paymentMethods.list({ customer, type: 'card', limit: 100 }, options(account)),
      )
      const cards = saved.data.flatMap(({ id, card }): CardFacts[] =>
        card
          ? [
              {
                method: id,
                brand: card.brand,
                last4: card.last4,
                expMonth: card.exp_month,
                expYear: card.exp_year,
              },
            ]
          : [],
      )
      return { isGone: false, card: cards.find((card) => card.method === method) ?? null, cards }
    },

    /** What the next invoices of a customer are lowered by. In cents, 0 or more. */
    async credit(account: string | null, customer: string): Promise<number> {
      const read = await ask(() => client.customers.retrieve(customer, {}, options(account)))
      return read.deleted ? 0 : Math.max(0, -read.balance)
    },

    /** Leaves so much of a customer's credit, because the rest is paid out. Doing it twice changes nothing. */
    async setCredit(account: string | null, customer: string, cents: number): Promise<void> {
      await ask(() => client.customers.update(customer, { balance: 0 - cents }, options(account)))
    },

    /** Makes one of the customer's cards the one that further charges use. @returns false when card or customer are gone */
    async setDefaultCard(account: string | null, customer: string, method: string): Promise<boolean> {
      const params = { invoice_settings: { default_payment_method: method } }
      const changed = await ask(() => client.customers.update(customer, params, options(account))).catch(
        nullWhenMissing,
      )
      return changed !== null
    },

    /** Removes a saved card for good; one that is removed already is left alone. @returns false for one that is gone */
    async removeCard(account: string | null, method: string): Promise<boolean> {
      const found = await ask(() => client.paymentMethods.retrieve(method, {}, options(account))).catch(
        nullWhenMissing,
      )
      if (!found) return false
      if (found.customer) await ask(() => client.paymentMethods.detach(method, {}, options(account)))
      return true
    },

    /** Whose card it is; null when it belongs to nobody (any more). */
    async ownerOfCard(account: string | null, method: string): Promise<string | null> {
      const found = await ask(() => client.paymentMethods.retrieve(method, {}, options(account))).catch(
        nullWhenMissing,
      )
      return found && idOf(found.customer)
    },

    /** Who is named on further invoices. Doing it twice changes nothing. */
    async setAddress(
      account: string | null,
      customer: string,
      given: {
        name: string
        address: Record<'line1' | 'line2' | 'city' | 'state' | 'postalCode' | 'country', string>
      },
    ): Promise<void> {
      const { postalCode, ...address } = given.address
      const params = { name: given.name, address: { ...address, postal_code: postalCode } }
      await ask(() => client.customers.update(customer, params, options(account)))
    },

    /** A page at Stripe where the customer saves the card for further charges. @returns its address, good for a short time */
    async cardPage(
      account: string | null,
      customer: string,
      page: { returnUrl: string; key: string },
    ): Promise<string> {
      const configuration = await cardPortal(client, account)
      const session = await make(() =>
        client.billingPortal.sessions.create(
          {
            customer,
            configuration,
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
     * The card that Checkout stored on a subscription, chosen when the subscription began; null where it charges the
     * customer's default. An ended subscription charges no card.
     */
    async subscriptionCard(
      account: string | null,
      subscription: string,
    ): Promise<(CardChoice & { customer: string }) | null> {
      const read = await ask(() => client.subscriptions.retrieve(subscription, {}, options(account)))
      if (read.ended_at) return null
      const method = idOf(read.default_payment_method)
      const customer = idOf(read.customer)
      return method && customer ? { customer, method, at: new Date(read.created * 1000) } : null
    },

    /** Makes a card the default, unless the present default was saved after the choice. Doing it twice changes nothing. */
    async applyChoice(
      account: string | null,
      customer: string,
      { method, at }: CardChoice,
    ): Promise<boolean> {
      const read = await ask(() => client.customers.retrieve(customer, {}, options(account)))
      if (read.deleted) return false
      const present = idOf(read.invoice_settings.default_payment_method)
      if (present && present !== method) {
        const saved = await ask(() => client.paymentMethods.retrieve(present, {}, options(account))).catch(
          nullWhenMissing,
        )
        if (saved && saved.created * 1000 > at.getTime()) return false
      }
      return this.setDefaultCard(account, customer, method)
    },

    /** From now on a subscription charges the customer's default card (docs/payments.md 5). */
    async clearSubscriptionCard(
      account: string | null,
      subscription: string,
      { method }: CardChoice,
    ): Promise<void> {
      const params = { default_payment_method: '' }
      const key = `card:${subscription}:${method}:subscription`
      await ask(() => client.subscriptions.update(subscription, params, options(account, key)))
    },
  }
}

/** Marks the portal's settings that are ours. */
const cardPortalMark = 'card'

/**
 * The settings with which the portal shows a card. Whoever never saved the portal's settings in their dashboard has none, and
 * Stripe then opens no page; so we make our own, once for each account.
 *
 * @returns their id
 */
async function cardPortal(client: Stripe, account: string | null): Promise<string> {
  const known = await ask(() =>
    client.billingPortal.configurations.list({ active: true, limit: 100 }, options(account)),
  )
  const ours = known.data.find(({ metadata }) => metadata?.carefold === cardPortalMark)
  if (ours) return ours.id
  const made = await make(() =>
    client.billingPortal.configurations.create(
      { features: { payment_method_update: { enabled: true } }, metadata: { carefold: cardPortalMark } },
      options(account, `portal:${cardPortalMark}`),
    ),
  )
  return made.id
}
