import { Stripe } from 'stripe'
import type { DebitMethod } from '#domain/payouts/bank-debits.ts'
import type { CardChoice } from './cards.ts'
import { ask, idOf, make, options } from './client.ts'

export interface CheckoutFacts {
  id: string
  /** open: can be paid. complete: paid, or being paid. expired: can no longer be paid. */
  status: 'open' | 'complete' | 'expired'
  url: string | null
  customer: string | null
  subscription: string | null
  /** Saved on a page of mode `setup`, with the time of the choice. */
  saved: CardChoice | null
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
        /** Start of the first paid period, at least 48 hours from now; the card is required now. Absent: now. */
        begins?: Date | null
        /** Of the same account, for all lines and later invoices. */
        taxRates?: readonly string[]
        coupon?: string | undefined
        successUrl: string
        cancelUrl: string
        reference: string
        /** For patients: a bank account besides cards. Unset leaves the choice to the account. */
        methods?: readonly ('card' | DebitMethod)[]
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
            ...(page.methods ? { allowed_payment_method_types: [...page.methods] } : {}),
            subscription_data: {
              metadata: page.metadata,
              ...(page.begins ? { trial_end: page.begins.getTime() / 1000 } : {}),
              ...(page.taxRates?.length ? { default_tax_rates: [...page.taxRates] } : {}),
            },
          },
          options(account, page.key),
        ),
      )
      return checkoutFacts(session)
    },

    /** @returns the address of a page where the customer saves a card or a bank account, without a payment */
    async openSavingPage(
      account: string,
      page: {
        customer: string
        method: DebitMethod
        currency: string
        returnUrl: string
        cancelUrl: string
        key: string
      },
    ): Promise<string> {
      const mandate = {
        default_for: ['invoice' as const, 'subscription' as const],
        interval_description: 'on the payment days of your plan',
        payment_schedule: 'combined' as const,
        transaction_type: 'personal' as const,
      }
      const session = await make(() =>
        client.checkout.sessions.create(
          {
            mode: 'setup',
            customer: page.customer,
            currency: page.currency,
            allowed_payment_method_types: ['card', page.method],
            ...(page.method === 'acss_debit' && {
              payment_method_options: { acss_debit: { currency: 'cad', mandate_options: mandate } },
            }),
            success_url: page.returnUrl,
            cancel_url: page.cancelUrl,
          },
          options(account, page.key),
        ),
      )
      return session.url ?? ''
    },

    async read(account: string | null, session: string): Promise<CheckoutFacts> {
      const query = { expand: ['setup_intent.payment_method'] }
      return checkoutFacts(
        await ask(() => client.checkout.sessions.retrieve(session, query, options(account))),
      )
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
    saved: savedOn(session),
  }
}

function savedOn({ setup_intent: intent }: Stripe.Checkout.Session): CardChoice | null {
  if (!intent || typeof intent === 'string' || intent.status !== 'succeeded') return null
  const { payment_method: method } = intent
  return method && typeof method === 'object'
    ? { method: method.id, at: new Date(method.created * 1000) }
    : null
}
