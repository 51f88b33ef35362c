import type { Stripe } from 'stripe'
import { ask, idOf, make, options } from './client.ts'

export interface InvoicedSubscription {
  customer: string
  items: { price: string; quantity: number }[]
  /** A one-time line of the first invoice; null: none. */
  enrolment: string | null
  taxRates: string[]
  /** The end of the free or already paid time; null: the first period begins now. */
  begins: Date | null
  daysUntilDue: number
  metadata: Record<string, string>
  key: string
}

/** Subscriptions whose invoices are paid by link, without a card (docs/decisions/0205). */
export function invoicedSubscriptions(client: Stripe) {
  return {
    /** Runs at once. Its first invoice is finalized here; Stripe would wait for an hour. */
    async createInvoiced(
      account: string,
      { customer, items, enrolment, taxRates, begins, daysUntilDue, metadata, key }: InvoicedSubscription,
    ): Promise<{ id: string; invoice: string | null }> {
      const { id, latest_invoice } = await make(() =>
        client.subscriptions.create(
          {
            customer,
            items,
            collection_method: 'send_invoice',
            days_until_due: daysUntilDue,
            metadata,
            ...(enrolment && { add_invoice_items: [{ price: enrolment, quantity: 1 }] }),
            ...(taxRates.length > 0 && { default_tax_rates: taxRates }),
            ...(begins && { trial_end: begins.getTime() / 1000 }),
          },
          options(account, key),
        ),
      )
      const invoice = idOf(latest_invoice)
      if (!invoice) return { id, invoice }
      const { status } = await ask(() => client.invoices.retrieve(invoice, {}, options(account)))
      if (status === 'draft')
        await ask(() => client.invoices.finalizeInvoice(invoice, {}, options(account, `${key}:finalize`)))
      return { id, invoice }
    },

    /** From the next invoice on; open ones stay to be paid by link. */
    async chargeAutomatically(account: string, subscription: string, key: string): Promise<void> {
      const change = { collection_method: 'charge_automatically' } as const
      await ask(() => client.subscriptions.update(subscription, change, options(account, key)))
    },
  }
}
