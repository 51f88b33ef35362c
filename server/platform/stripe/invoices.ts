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
  /** Made by moving a renewal (`moveRenewal`): no service and no amount. */
  isMove?: boolean
  currency: string
  totalCents: number
  taxCents: number
  amountPaidCents: number
  /** Paid outside Stripe, as the clinic has stated. */
  paidOutsideCents: number
  amountDueCents: number
  /** The credit that reduced the amount due; below zero what was added to it, or moved to the next invoice. */
  creditCents: number
  /** The period the lines cover. */
  periodStart: Date
  periodEnd: Date
  issuedAt: Date
  paidAt: Date | null
  nextAttemptAt: Date | null
  /** Null for an invoice that a card pays. */
  dueAt: Date | null
  /** Where it is paid by link; null for a draft. */
  payUrl: string | null
  /** Remains when it is paid later. */
  writtenOffAt: Date | null
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

    /** The next invoice of a subscription, before the customer's balance; null if none comes. */
    async preview(
      account: string,
      subscription: string,
    ): Promise<{ totalCents: number; currency: string } | null> {
      try {
        const { total, currency } = await ask(() =>
          client.invoices.createPreview({ subscription }, options(account)),
        )
        return { totalCents: total, currency }
      } catch (error) {
        if (
          error instanceof Stripe.errors.StripeInvalidRequestError &&
          error.code === 'invoice_upcoming_none'
        )
          return null
        throw error
      }
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

    /** Charges off-session. `processing`: a bank account is debited, which takes days. */
    async payWith(
      account: string | null,
      invoice: string,
      attempt: { method: string; key: string },
    ): Promise<'paid' | 'processing' | 'refused' | 'not due'> {
      try {
        const expand = ['payments.data.payment.payment_intent']
        const params = { payment_method: attempt.method, off_session: true, expand }
        const paid = await ask(() => client.invoices.pay(invoice, params, options(account, attempt.key)))
        if (paid.status === 'paid') return 'paid'
        // a bank that requires authentication leaves it open, without an error
        return isProcessing(paid) ? 'processing' : 'refused'
      } catch (error) {
        if (error instanceof Stripe.errors.StripeCardError) return 'refused'
        // paid manually or by the retry schedule
        if (error instanceof Stripe.errors.StripeInvalidRequestError) {
          const expand = ['payments.data.payment.payment_intent']
          const read = await ask(() => client.invoices.retrieve(invoice, { expand }, options(account)))
          if (read.status !== 'open' || isProcessing(read)) return 'not due'
        }
        throw error
      }
    },

    /**
     * Stops the collection permanently. Finalizes a draft first, because Stripe would charge it within the hour.
     * @returns `paid`, with the time, where the money has arrived
     */
    async void(
      account: string | null,
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

    /** States that an open or written-off invoice was paid outside Stripe. @returns its status, another where it was settled */
    async payOutside(account: string, invoice: string, key: string): Promise<InvoiceFacts['status']> {
      const paid = { paid_out_of_band: true }
      return settled(client, account, invoice, ['open', 'uncollectible'], () =>
        client.invoices.pay(invoice, paid, options(account, key)),
      )
    },

    /** Gives an open invoice up; it can still be paid. @returns its status, another where it was settled meanwhile */
    writeOff: (account: string, invoice: string, key: string): Promise<InvoiceFacts['status']> =>
      settled(client, account, invoice, ['open'], () =>
        client.invoices.markUncollectible(invoice, {}, options(account, key)),
      ),

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

/** Changes an invoice that has one of these states; one settled meanwhile stays as it is. */
async function settled(
  client: Stripe,
  account: string,
  invoice: string,
  from: string[],
  change: () => Promise<Stripe.Invoice>,
): Promise<InvoiceFacts['status']> {
  const statusOf = ({ status }: Stripe.Invoice) => (status ?? 'draft') as InvoiceFacts['status']
  const read = () => ask(() => client.invoices.retrieve(invoice, {}, options(account)))
  const before = await read()
  if (!from.includes(statusOf(before))) return statusOf(before)
  try {
    return statusOf(await ask(change))
  } catch (error) {
    const after = statusOf(error instanceof Stripe.errors.StripeInvalidRequestError ? await read() : before)
    if (from.includes(after)) throw error
    return after
  }
}

/** With its payment intents. */
function isProcessing(invoice: Stripe.Invoice): boolean {
  return (invoice.payments?.data ?? []).some(({ payment: { payment_intent: intent } }) => {
    return typeof intent === 'object' && intent?.status === 'processing'
  })
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
  const movedTo = Number(invoice.parent?.subscription_details?.metadata?.renewal_moved_to) * 1000
  return {
    id: invoice.id,
    number: invoice.number,
    status: (invoice.status ?? 'draft') as InvoiceFacts['status'],
    customer: idOf(invoice.customer),
    metadata: invoice.metadata ?? {},
    subscription: idOf(invoice.parent?.subscription_details?.subscription),
    isMove: invoice.total === 0 && ends.length > 0 && ends.every((end) => end === movedTo),
    currency: invoice.currency,
    totalCents: invoice.total,
    taxCents: (invoice.total_taxes ?? []).reduce((sum, tax) => sum + tax.amount, 0),
    amountPaidCents: invoice.amount_paid,
    paidOutsideCents: invoice.status === 'paid' ? (invoice.amount_paid_off_stripe ?? 0) : 0,
    amountDueCents: invoice.amount_remaining,
    creditCents: (invoice.ending_balance ?? invoice.starting_balance) - invoice.starting_balance,
    // the invoice's own period is the one before it (invoice.period_start in Stripe's reference)
    periodStart: starts.length > 0 ? new Date(Math.min(...starts)) : instant(invoice.period_start),
    periodEnd: ends.length > 0 ? new Date(Math.max(...ends)) : instant(invoice.period_end),
    issuedAt: instant(invoice.status_transitions.finalized_at ?? invoice.created),
    paidAt: instantOrNull(invoice.status_transitions.paid_at),
    nextAttemptAt: instantOrNull(invoice.next_payment_attempt),
    dueAt: instantOrNull(invoice.due_date),
    payUrl: invoice.hosted_invoice_url ?? null,
    writtenOffAt: instantOrNull(invoice.status_transitions.marked_uncollectible_at),
    attemptCount: invoice.attempt_count,
    lines,
  }
}
