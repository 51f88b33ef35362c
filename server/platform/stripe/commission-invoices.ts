import { Stripe } from 'stripe'
import { AppError } from '#domain/errors.ts'
import { watchedFetch } from '../outgoing-calls.ts'
import { ask, idOf, make, options, type StripeConnection } from './client.ts'

export interface CommissionInvoice {
  id: string
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  totalCents: number
  /** The `line` metadata of its lines. */
  lines: string[]
}

/** `failureCode` is null when it was paid. */
export interface AttemptOutcome {
  failureCode: string | null
}

/**
 * Invoices a month's commission in Carefold's own account (docs/payments.md 9). The caller gives every step a permanent
 * idempotency key, and first reads what exists, because Stripe's keys expire.
 */
export function commissionInvoiceOperations(client: Stripe, connection: Pick<StripeConnection, 'fetchPage'>) {
  return {
    /** By metadata; null when there is none. */
    async find(customer: string, statement: string, from: Date): Promise<string | null> {
      return ask(async () => {
        const created = { gte: Math.floor(from.getTime() / 1000) }
        for await (const invoice of client.invoices.list({ customer, created, limit: 100 }))
          if (invoice.metadata?.statement === statement) return invoice.id
        return null
      })
    },

    /** An empty draft that only Carefold finalizes and charges. */
    async create(invoice: {
      customer: string
      currency: string
      description: string
      metadata: Record<string, string>
      key: string
    }): Promise<string> {
      const { customer, currency, description, metadata, key } = invoice
      const made = await make(() =>
        client.invoices.create(
          {
            customer,
            currency,
            description,
            metadata,
            auto_advance: false,
            collection_method: 'charge_automatically',
            pending_invoice_items_behavior: 'exclude',
          },
          options(null, key),
        ),
      )
      return made.id
    },

    async read(invoice: string): Promise<CommissionInvoice> {
      const read = await ask(() => client.invoices.retrieve(invoice, {}, options(null)))
      const lines: string[] = []
      await ask(async () => {
        for await (const item of client.invoiceItems.list({ invoice, limit: 100 }))
          if (item.metadata?.line) lines.push(item.metadata.line)
      })
      return {
        id: read.id,
        status: (read.status ?? 'draft') as CommissionInvoice['status'],
        totalCents: read.total,
        lines,
      }
    },

    async addLine(
      invoice: string,
      line: {
        customer: string
        currency: string
        amountCents: number
        description: string
        name: string
        period: { start: Date; end: Date }
        key: string
      },
    ): Promise<void> {
      const seconds = (at: Date) => Math.floor(at.getTime() / 1000)
      await make(() =>
        client.invoiceItems.create(
          {
            customer: line.customer,
            invoice,
            currency: line.currency,
            amount: line.amountCents,
            description: line.description,
            metadata: { line: line.name },
            period: { start: seconds(line.period.start), end: seconds(line.period.end) },
          },
          options(null, line.key),
        ),
      )
    },

    async finalize(invoice: string, key: string): Promise<void> {
      await ask(() => client.invoices.finalizeInvoice(invoice, { auto_advance: false }, options(null, key)))
    },

    async pay(invoice: string, attempt: { method: string; key: string }): Promise<AttemptOutcome> {
      try {
        const params = { payment_method: attempt.method, off_session: true }
        const paid = await ask(() => client.invoices.pay(invoice, params, options(null, attempt.key)))
        // a bank that requires authentication leaves it open, without an error
        return { failureCode: paid.status === 'paid' ? null : 'authentication_required' }
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) {
          return { failureCode: error.decline_code ?? error.code ?? 'card_declined' }
        }
        // paid manually or by another worker
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          const { status } = await ask(() => client.invoices.retrieve(invoice, {}, options(null)))
          if (status === 'paid') return { failureCode: null }
        }
        throw error
      }
    },

    /** Null for a draft. */
    async pdf(invoice: string): Promise<Uint8Array<ArrayBuffer> | null> {
      const { invoice_pdf: url } = await ask(() => client.invoices.retrieve(invoice, {}, options(null)))
      if (!url) return null
      const read =
        connection.fetchPage ??
        ((page: string) => watchedFetch('stripe')(page, { signal: AbortSignal.timeout(20_000) }))
      const file = await read(url).catch((cause: unknown) => {
        throw new AppError('payments_unavailable', { cause })
      })
      if (!file.ok) throw new AppError('payments_unavailable', { details: { status: file.status } })
      return new Uint8Array(await file.arrayBuffer())
    },

    async originOf(charge: string): Promise<{ customer: string | null; intent: string | null }> {
      const read = await ask(() => client.charges.retrieve(charge, {}, options(null)))
      return { customer: idOf(read.customer), intent: idOf(read.payment_intent) }
    },

    async chargeOfRefund(refund: string): Promise<string | null> {
      return idOf((await ask(() => client.refunds.retrieve(refund, {}, options(null)))).charge)
    },
  }
}
