import type { Stripe } from 'stripe'
import { ask, idOf, nullWhenMissing, options } from './client.ts'

/** The card or bank account that the next charge uses. */
export interface CardFacts {
  /** `pm_...` */
  method: string
  /** For a bank account Stripe's name of its kind (`debitMethods`). */
  brand: string
  last4: string
  /** Null for a bank account. */
  expMonth: number | null
  expYear: number | null
}

export function cardFacts({
  id,
  card,
  us_bank_account: us,
  acss_debit: pad,
}: Stripe.PaymentMethod): CardFacts[] {
  if (card) {
    const { brand, last4, exp_month: expMonth, exp_year: expYear } = card
    return [{ method: id, brand, last4, expMonth, expYear }]
  }
  const last4 = us?.last4 ?? pad?.last4
  const brand = us ? 'us_bank_account' : 'acss_debit'
  return last4 ? [{ method: id, brand, last4, expMonth: null, expYear: null }] : []
}

export interface CardChoice {
  /** `pm_...` */
  method: string
  at: Date
}

export function cardOperations(client: Stripe) {
  return {
    /** @returns false when card or customer no longer exist */
    async setDefaultCard(account: string | null, customer: string, method: string): Promise<boolean> {
      const params = { invoice_settings: { default_payment_method: method } }
      const changed = await ask(() => client.customers.update(customer, params, options(account))).catch(
        nullWhenMissing,
      )
      return changed !== null
    },

    /** @returns false if it no longer exists */
    async removeCard(account: string | null, method: string): Promise<boolean> {
      const found = await ask(() => client.paymentMethods.retrieve(method, {}, options(account))).catch(
        nullWhenMissing,
      )
      if (!found) return false
      if (found.customer) await ask(() => client.paymentMethods.detach(method, {}, options(account)))
      return true
    },

    async ownerOfCard(account: string | null, method: string): Promise<string | null> {
      const found = await ask(() => client.paymentMethods.retrieve(method, {}, options(account))).catch(
        nullWhenMissing,
      )
      return found && idOf(found.customer)
    },

    /** The card that Checkout stored on a running subscription; null where it charges the customer's default. */
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

    /** Makes a card the default, unless the present default was saved after the choice. Idempotent. */
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

    /** The subscription charges the customer's default card then (docs/payments.md 5). */
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
