import { randomText } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { daySeconds } from './calendar.ts'
import { createCheckout } from './checkout.ts'
import { createInvoiceItem } from './invoice-items.ts'
import { itemLine } from './invoice-lines.ts'
import { createInvoice } from './invoices.ts'
import { createSubscription } from './subscriptions.ts'
import { chosenRates } from './taxes.ts'

type Quote = Records['quote']
type Line = Quote['_lines'][number]

export interface NewQuote {
  customer: string | null
  lines: Line[]
  taxRates: string[]
  expiresAt: number | null
  quote: Partial<Quote>
}

const openDays = 30

/** What a business offers somebody: a draft until it is finalized. @throws StripeFailure 400 for lines that do not go together */
export function createQuote(scope: Scope, given: NewQuote): Quote {
  chosenRates(scope, given.taxRates, 'default_tax_rates')
  const { lines, taxRates } = given
  const trialDays = given.quote.subscription_data?.trial_period_days ?? null
  const upfront = pageOf(scope, lines, taxRates, trialDays)
  const recurring = lines.filter(({ price }) => scope.must('price', price).recurring)
  const period = recurring.length > 0 ? pageOf(scope, recurring, taxRates, null) : null
  const cadence = recurring[0] && scope.must('price', recurring[0].price).recurring
  return scope.add(
    'quote',
    {
      ...sumsOf(upfront),
      collection_method: 'charge_automatically',
      computed: {
        recurring:
          period && cadence
            ? { ...sumsOf(period), interval: cadence.interval, interval_count: cadence.interval_count }
            : null,
        upfront: sumsOf(upfront),
      },
      currency: upfront.currency,
      customer: given.customer,
      default_tax_rates: taxRates,
      expires_at: given.expiresAt ?? scope.now + openDays * daySeconds,
      invoice_settings: {
        custom_fields: null,
        days_until_due: null,
        description: null,
        footer: null,
        issuer: { type: 'self' },
      },
      metadata: {},
      status: 'draft',
      test_clock: scope.find('customer', given.customer)?.test_clock ?? null,
      ...given.quote,
      _lines: lines,
      _lineItems: upfront._lineItems,
    },
    'quote.created',
  )
}

/** A payment page with these lines, opened to see what they cost, and taken back. */
function pageOf(scope: Scope, lines: Line[], taxRates: string[], trialDays: number | null) {
  const isRecurring = lines.some(({ price }) => scope.must('price', price, 'line_items').recurring)
  const mark = scope.world.mark()
  const session = createCheckout(scope, {
    session: { mode: isRecurring ? 'subscription' : 'payment' },
    lines,
    discounts: [],
    request: {
      description: null,
      metadata: {},
      taxRates,
      trialDays,
      trialEnd: null,
      applicationFeePercent: null,
      applicationFeeAmount: null,
      receiptEmail: null,
      setupFutureUsage: null,
    },
  })
  scope.world.rollBack(mark)
  return session
}

function sumsOf({ amount_subtotal, amount_total, total_details }: Records['checkout.session']) {
  return {
    amount_subtotal: amount_subtotal ?? 0,
    amount_total: amount_total ?? 0,
    total_details: total_details ?? { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  }
}

/** Makes a draft an offer that can be accepted. */
export function finalizeQuote(scope: Scope, id: string, expiresAt: number | null): Quote {
  const quote = inStatus(scope, id, ['draft'], 'finalize')
  return scope.update(
    'quote',
    id,
    {
      expires_at: expiresAt ?? quote.expires_at,
      number: `QT-${randomText(8).toUpperCase()}-0001-1`,
      status: 'open',
      status_transitions: { ...quote.status_transitions, finalized_at: scope.now },
    },
    'quote.finalized',
  )
}

/** Withdraws it, or its time is over. */
export function cancelQuote(scope: Scope, id: string): Quote {
  const quote = inStatus(scope, id, ['draft', 'open'], 'cancel')
  return scope.update(
    'quote',
    id,
    { status: 'canceled', status_transitions: { ...quote.status_transitions, canceled_at: scope.now } },
    'quote.canceled',
  )
}

/**
 * The customer accepts: a subscription begins, whose first invoice is a draft for an hour; or, without recurring prices, there
 * is a draft invoice for the business to finalize.
 */
export function acceptQuote(scope: Scope, id: string): Quote {
  const quote = inStatus(scope, id, ['open'], 'accept')
  if (!quote.customer) throw invalidRequest('A quote needs a customer to be accepted.')
  const isRecurring = ({ price }: Line) => scope.must('price', price).recurring !== null
  const made = quote._lines.some(isRecurring)
    ? { subscription: subscribe(scope, quote, quote.customer).id }
    : { invoice: bill(scope, quote, quote.customer).id }
  return scope.update(
    'quote',
    id,
    {
      ...made,
      status: 'accepted',
      status_transitions: { ...quote.status_transitions, accepted_at: scope.now },
    },
    'quote.accepted',
  )
}

function subscribe(scope: Scope, quote: Quote, customer: string): Records['subscription'] {
  const isRecurring = ({ price }: Line) => scope.must('price', price).recurring !== null
  const { description, metadata, trial_period_days: days } = quote.subscription_data
  return createSubscription(scope, {
    customer,
    items: quote._lines.filter(isRecurring),
    addInvoiceItems: quote._lines.filter((line) => !isRecurring(line)),
    description,
    metadata: metadata ?? {},
    taxRates: quote.default_tax_rates as string[],
    trialEnd: days ? scope.now + days * daySeconds : null,
    isBilledLater: true,
  })
}

function bill(scope: Scope, quote: Quote, customer: string): Records['invoice'] {
  const lines = quote._lines.map((line) => itemLine(scope, createInvoiceItem(scope, { customer, ...line })))
  return createInvoice(
    scope,
    {
      customer,
      currency: quote.currency ?? 'usd',
      auto_advance: false,
      default_tax_rates: chosenRates(scope, quote.default_tax_rates as string[], 'default_tax_rates'),
      parent: { type: 'quote_details', quote_details: { quote: quote.id }, subscription_details: null },
    },
    lines,
  )
}

function inStatus(scope: Scope, id: string, allowed: string[], verb: string): Quote {
  const quote = scope.must('quote', id)
  if (allowed.includes(quote.status)) return quote
  throw invalidRequest(`You cannot ${verb} this quote because it has a status of ${quote.status}.`)
}
