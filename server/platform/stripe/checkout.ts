import { Stripe } from 'stripe'
import { ask, idOf, make, options } from './client.ts'

export interface CheckoutFacts {
  id: string
  /** open: can be paid. complete: paid, or being paid. expired: can no longer be paid. */
  status: 'open' | 'complete' | 'expired'
  url: string | null
  customer: string | null
  subscription: string | null
}

export function checkoutOperations(client: Stripe) {
  return {
    /**
     * @param page `successUrl` may contain `{CHECKOUT_SESSION_ID}`; `reference` and `metadata` are opaque ids. No
     * application fee is ever sent: the commission is billed in arrears (docs/payments.md 4)
     */
    async open(
      account: string | null,
      page: {
        customer: string
        /** Prices that are not recurring are paid once, on the first invoice. */
        lines: readonly { price: string; quantity: number }[]
        /** Days before the first period is paid; the card is required now. */
        trialDays?: number
        /** Start of the first period, at least 48 hours from now; instead of `trialDays`. */
        begins?: Date
        /** Of the same account, for all lines and later invoices. */
        taxRates?: readonly string[]
        coupon?: string | undefined
        successUrl: string
        cancelUrl: string
        reference: string
        metadata: Record<string, string>
        key: string
      },
    ): Promise<CheckoutFacts> {
      const session = await make(() =>
        client.checkout.sessions.create(
          {
            mode: 'subscription',
            customer: page.customer,
            line_items: page.lines.map(({ price, quantity }) => ({ price, quantity })),
            ...(page.coupon ? { discounts: [{ coupon: page.coupon }] } : {}),
            success_url: page.successUrl,
            cancel_url: page.cancelUrl,
            client_reference_id: page.reference,
            subscription_data: {
              metadata: page.metadata,
              ...(page.trialDays ? { trial_period_days: page.trialDays } : {}),
              ...(page.begins ? { trial_end: page.begins.getTime() / 1000 } : {}),
              ...(page.taxRates?.length ? { default_tax_rates: [...page.taxRates] } : {}),
            },
          },
          options(account, page.key),
        ),
      )
      return checkoutFacts(session)
    },

    async read(account: string | null, session: string): Promise<CheckoutFacts> {
      return checkoutFacts(await ask(() => client.checkout.sessions.retrieve(session, {}, options(account))))
    },

    /** @returns the resulting state: `complete` when it was paid meanwhile */
    async close(account: string | null, session: string): Promise<CheckoutFacts> {
      try {
        const closed = await ask(() =>
          client.checkout.sessions.expire(session, {}, options(account, `expire:${session}`)),
        )
        return checkoutFacts(closed)
      } catch (error) {
        // Stripe refuses to expire a session that is no longer open
        if (error instanceof Stripe.errors.StripeInvalidRequestError) return this.read(account, session)
        throw error
      }
    },
  }
}

function checkoutFacts(session: Stripe.Checkout.Session): CheckoutFacts {
  return {
    id: session.id,
    status: (session.status ?? 'open') as CheckoutFacts['status'],
    url: session.url,
    customer: idOf(session.customer),
    subscription: idOf(session.subscription),
  }
}
