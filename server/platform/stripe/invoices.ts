import { Stripe } from 'stripe'
import { type ChargeFacts, chargesOfIntent } from './charges.ts'
import { ask, idOf, instant, instantOrNull, nullWhenMissing, options } from './client.ts'

export interface InvoiceFacts {
  id: string
  number: string | null
  status: 'draft' | 'open' | 'paid' | 'void' | 'uncollectible'
  customer: string | null
  metadata: Record<string, string>
  /** From `parent.subscription_details`, where the pinned API version has it; null for an invoice without a subscription. */
  subscription: string | null
  currency: string
  totalCents: number
  taxCents: number
  amountPaidCents: number
  amountDueCents: number
  /** The period the lines cover. */
  periodStart: Date
  periodEnd: Date
  issuedAt: Date
  paidAt: Date | null
  nextAttemptAt: Date | null
  attemptCount: number
  lines: InvoiceLineFacts[]
  /** Oldest first. */
  charges: ChargeFacts[]
}

export interface InvoiceLineFacts {
  id: string
  description: string
  quantity: number
  amountCents: number
  periodStart: Date
  periodEnd: Date
}

export function invoiceOperations(client: Stripe) {
  return {
    /** Null for a deleted draft. */
    async read(account: string | null, invoice: string): Promise<InvoiceFacts | null> {
      const read = await ask(() =>
        client.invoices.retrieve(invoice, { expand: ['payments'] }, options(account)),
      ).catch(nullWhenMissing)
      if (!read) return null
      const lines = await linesOf(client, account, read)
      const charges: ChargeFacts[] = []
      for (const intent of intentsOf(read)) charges.push(...(await chargesOfIntent(client, account, intent)))
      charges.sort((a, b) => a.chargedAt.getTime() - b.chargedAt.getTime())
      return { ...invoiceFacts(read, lines), charges }
    },

    /** The payment intent does not name its invoice (docs/payments.md 5). */
    async findPaidBy(account: string | null, customer: string, intent: string): Promise<string | null> {
      return ask(async () => {
        const pages = client.invoices.list(
          { customer, limit: 100, expand: ['data.payments'] },
          options(account),
        )
        for await (const invoice of pages) if (intentsOf(invoice).includes(intent)) return invoice.id
        return null
      })
    },

    /** @returns ids; `until` is exclusive */
    async listMade(account: string | null, from: Date, until: Date): Promise<string[]> {
      const found: string[] = []
      await ask(async () => {
        const created = { gte: seconds(from), lt: seconds(until) }
        for await (const { id } of client.invoices.list({ created, limit: 100 }, options(account)))
          found.push(id)
      })
      return found
    },

    /** Charges off-session. */
    async payWith(
      account: string | null,
      invoice: string,
      attempt: { method: string; key: string },
    ): Promise<'paid' | 'refused' | 'not due'> {
      try {
        const params = { payment_method: attempt.method, off_session: true }
        const paid = await ask(() => client.invoices.pay(invoice, params, options(account, attempt.key)))
        // a bank that requires authentication leaves it open, without an error
        return paid.status === 'paid' ? 'paid' : 'refused'
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return 'refused'
        // paid manually or by the retry schedule
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          const { status } = await ask(() => client.invoices.retrieve(invoice, {}, options(account)))
          if (status !== 'open') return 'not due'
        }
        throw error
      }
    },

    /**
     * Stops the collection permanently. Finalizes a draft first, because Stripe would charge it within the hour.
     * @returns `paid`, with the time, where the money has arrived
     */
    async void(
      account: string,
      invoice: string,
      key: string,
    ): Promise<{ status: 'void' | 'paid'; paidAt: Date | null }> {
      const read = () => ask(() => client.invoices.retrieve(invoice, {}, options(account)))
      const decided = ({ status, status_transitions: { paid_at } }: Stripe.Invoice) => {
        if (status === 'paid') return { status: 'paid' as const, paidAt: instantOrNull(paid_at) }
        return status === 'void' ? { status: 'void' as const, paidAt: null } : null
      }
      const before = await read()
      const known = decided(before)
      if (known) return known
      try {
        if (before.status === 'draft')
          await ask(() =>
            client.invoices.finalizeInvoice(
              invoice,
              { auto_advance: false },
              options(account, `${key}:finalize`),
            ),
          )
        await ask(() => client.invoices.voidInvoice(invoice, {}, options(account, key)))
        return { status: 'void', paidAt: null }
      } catch (error) {
        // paid in the meantime, or nothing was due
        const after = error instanceof Stripe.errors.StripeInvalidRequestError && decided(await read())
        if (after) return after
        throw error
      }
    },

    /** A new address, since links expire; null for a draft. */
    async pdfUrl(account: string | null, invoice: string): Promise<string | null> {
      const read = await ask(() => client.invoices.retrieve(invoice, {}, options(account)))
      return read.invoice_pdf ?? null
    },

    /** A new address where any card can pay; null unless the invoice is due. */
    async payUrl(account: string | null, invoice: string): Promise<string | null> {
      const read = await ask(() => client.invoices.retrieve(invoice, {}, options(account)))
      return read.status === 'open' ? (read.hosted_invoice_url ?? null) : null
    },
  }
}

const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000)

function intentsOf(invoice: Stripe.Invoice): string[] {
  return (invoice.payments?.data ?? []).flatMap((payment) => idOf(payment.payment.payment_intent) ?? [])
}

async function linesOf(
  client: Stripe,
  account: string | null,
  invoice: Stripe.Invoice,
): Promise<InvoiceLineFacts[]> {
  const lines = [...invoice.lines.data]
  if (invoice.lines.has_more) {
    lines.length = 0
    await ask(async () => {
      const pages = client.invoices.listLineItems(invoice.id, { limit: 100 }, options(account))
      for await (const line of pages) lines.push(line)
    })
  }
  return lines.map((line) => ({
    id: line.id,
    description: line.description ?? '',
    quantity: line.quantity ?? 1,
    amountCents: line.amount,
    periodStart: instant(line.period.start),
    periodEnd: instant(line.period.end),
  }))
}

function invoiceFacts(invoice: Stripe.Invoice, lines: InvoiceLineFacts[]): Omit<InvoiceFacts, 'charges'> {
  const starts = lines.map((line) => line.periodStart.getTime())
  const ends = lines.map((line) => line.periodEnd.getTime())
  return {
    id: invoice.id,
    number: invoice.number,
    status: (invoice.status ?? 'draft') as InvoiceFacts['status'],
    customer: idOf(invoice.customer),
    metadata: invoice.metadata ?? {},
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    currency: invoice.currency,
    totalCents: invoice.total,
    taxCents: (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0),
    amountPaidCents: invoice.amount_paid,
    amountDueCents: invoice.amount_remaining,
    // the invoice's own period is the one before it (invoice.period_start in Stripe's reference)
    periodStart: starts.length > 0 ? new Date(Math.min(...starts)) : instant(invoice.period_start),
    periodEnd: ends.length > 0 ? new Date(Math.max(...ends)) : instant(invoice.period_end),
    issuedAt: instant(invoice.status_transitions.finalized_at ?? invoice.created),
    paidAt: instantOrNull(invoice.status_transitions.paid_at),
    nextAttemptAt: instantOrNull(invoice.next_payment_attempt),
    attemptCount: invoice.attempt_count,
    lines,
  }
}
