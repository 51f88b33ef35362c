import type { Stripe } from 'stripe'
import { ask, make, options } from './client.ts'

export interface DeskInvoice {
  customer: string
  currency: string
  lines: { description: string; amountCents: number }[]
  dueInDays: number
  /** Of the clinic's account; null: without tax. */
  taxRate: string | null
  key: string
}

/** Invoices that the desk makes for a patient, paid by link instead of a saved card (docs/decisions/0189). */
export function deskInvoiceOperations(client: Stripe) {
  return {
    /** A draft that only Carefold finalizes. @returns its id */
    async draft(
      account: string,
      { customer, currency, lines, dueInDays, taxRate, key }: DeskInvoice,
    ): Promise<string> {
      const { id: invoice } = await make(() =>
        client.invoices.create(
          {
            customer,
            currency,
            collection_method: 'send_invoice',
            days_until_due: dueInDays,
            auto_advance: false,
            pending_invoice_items_behavior: 'exclude',
            ...(taxRate ? { default_tax_rates: [taxRate] } : {}),
          },
          options(account, `${key}:draft`),
        ),
      )
      for (const [place, { description, amountCents }] of lines.entries()) {
        const item = { customer, invoice, currency, amount: amountCents, description }
        await make(() => client.invoiceItems.create(item, options(account, `${key}:line:${place}`)))
      }
      return invoice
    },

    async finalize(account: string, invoice: string, key: string): Promise<void> {
      const { status } = await ask(() => client.invoices.retrieve(invoice, {}, options(account)))
      if (status !== 'draft') return
      const params = { auto_advance: false }
      await ask(() => client.invoices.finalizeInvoice(invoice, params, options(account, `${key}:finalize`)))
    },
  }
}
