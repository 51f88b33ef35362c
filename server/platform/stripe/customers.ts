import type { Stripe } from 'stripe'
import { cardPageOperations } from './card-page.ts'
import { type CardFacts, cardFacts, cardOperations } from './cards.ts'
import { ask, idOf, make, options } from './client.ts'

export interface CustomerFacts {
  /** Deleted at Stripe, for example in the clinic's dashboard. */
  isGone: boolean
  card: CardFacts | null
  /** For the next invoices; below zero it is added to them. */
  creditCents: number
  /** The newest first. */
  cards: CardFacts[]
}

export function customerOperations(client: Stripe) {
  return {
    ...cardOperations(client),
    ...cardPageOperations(client),

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

    /** Null without a default card, or for a deleted customer. */
    async card(account: string | null, customer: string): Promise<CardFacts | null> {
      return (await this.read(account, customer)).card
    },

    async read(account: string | null, customer: string): Promise<CustomerFacts> {
      // not expanded, which Stripe refuses for a deleted customer
      const read = await ask(() => client.customers.retrieve(customer, {}, options(account)))
      if (read.deleted) return { isGone: true, card: null, creditCents: 0, cards: [] }
      // older integrations saved the default as a source
      const method = idOf(read.invoice_settings.default_payment_method) ?? idOf(read.default_source)
      const saved = await ask(() => client.paymentMethods.list({ customer, limit: 100 }, options(account)))
      const cards = saved.data.flatMap(cardFacts)
      const card = cards.find((each) => each.method === method) ?? null
      return { isGone: false, card, creditCents: 0 - read.balance, cards }
    },

    /** For the customer's next invoices. Idempotent. */
    async setCredit(account: string | null, customer: string, cents: number): Promise<void> {
      await ask(() => client.customers.update(customer, { balance: 0 - cents }, options(account)))
    },

    /** Idempotent. */
    async setEmail(account: string | null, customer: string, email: string): Promise<void> {
      await ask(() => client.customers.update(customer, { email }, options(account)))
    },

    /** Used on further invoices. Idempotent. */
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
  }
}
