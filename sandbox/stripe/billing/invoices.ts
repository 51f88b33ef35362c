import { newId, randomText } from '../world/ids.ts'
import { idOf, type Records } from '../world/records.ts'
import { platform, type Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { daySeconds } from './calendar.ts'
import { createIntent } from './checkout/payment-intents.ts'
import { changeBalance } from './customer-balance.ts'
import { consumeCustomerDiscount, inheritedDiscounts } from './customer-discounts.ts'
import { type InvoiceLine, itemLine, totalsOf } from './invoice-lines.ts'
import { invoicePaid } from './subscriptions/subscription-status.ts'
import type { AppliedRate } from './taxes.ts'

type Invoice = Records['invoice']

/** A renewal stays a draft for one hour, so that lines can still be added. */
export const draftSeconds = 60 * 60

/** Without its own discounts it inherits the customer's. */
export function createInvoice(
  scope: Scope,
  given: Partial<Invoice> & { customer: string; currency: string },
  lines: InvoiceLine[],
): Invoice {
  const id = newId('in')
  const customer = scope.must('customer', given.customer, 'customer')
  const account = scope.in(platform).find('account', scope.account)
  const name = account?.business_profile?.name ?? account?.settings?.dashboard.display_name ?? null
  claimItems(scope, id, lines)
  const subscription = scope.find('subscription', idOf(given.parent?.subscription_details?.subscription))
  const daysUntilDue = given.collection_method === 'send_invoice' ? subscription?.days_until_due : null
  const discounts = given.discounts ?? inheritedDiscounts(scope, customer.id).map((discount) => discount.id)
  if (!customer.currency) scope.update('customer', customer.id, { currency: given.currency })
  return scope.add(
    'invoice',
    {
      id,
      account_country: account?.country ?? 'US',
      account_name: scope.isPlatform ? 'Carefold' : name,
      amount_paid_off_stripe: 0,
      auto_advance: true,
      billing_reason: 'manual',
      customer_address: customer.address ?? null,
      customer_email: customer.email,
      customer_name: customer.name ?? null,
      customer_phone: null,
      customer_shipping: null,
      customer_tax_exempt: 'none',
      customer_tax_ids: [],
      issuer: { type: 'self' },
      metadata: {},
      period_start: scope.now,
      period_end: scope.now,
      status: 'draft',
      test_clock: customer.test_clock ?? null,
      hosted_invoice_url: null,
      invoice_pdf: null,
      due_date: daysUntilDue == null ? null : scope.now + daysUntilDue * daySeconds,
      ...given,
      discounts,
      ...totalsOf(scope, id, lines, discounts, given.default_tax_rates ?? []),
    },
    'invoice.created',
  )
}

function claimItems(scope: Scope, invoice: string, lines: InvoiceLine[]) {
  for (const line of lines) {
    const item = invoiceItemOf(line)
    if (item) scope.update('invoiceitem', item, { invoice })
  }
}

function invoiceItemOf(line: InvoiceLine): string | null {
  return (
    line.parent?.invoice_item_details?.invoice_item ??
    line.parent?.subscription_item_details?.invoice_item ??
    null
  )
}

export function addToDraft(scope: Scope, invoice: Invoice, item: Records['invoiceitem']) {
  assertStatus(invoice, ['draft'], 'add items to')
  scope.update('invoiceitem', item.id, { invoice: invoice.id })
  recalculate(scope, invoice, { lines: [...invoice.lines.data, itemLine(scope, item)] })
}

export function removeFromDraft(scope: Scope, invoice: Invoice, itemId: string) {
  assertStatus(invoice, ['draft'], 'remove items from')
  recalculate(scope, invoice, { lines: invoice.lines.data.filter((line) => invoiceItemOf(line) !== itemId) })
}

export function recalculate(
  scope: Scope,
  invoice: Invoice,
  {
    lines = invoice.lines.data,
    rates = invoice.default_tax_rates,
  }: { lines?: InvoiceLine[]; rates?: AppliedRate[] },
): Invoice {
  const totals = totalsOf(scope, invoice.id, lines, invoice.discounts, rates)
  return scope.update('invoice', invoice.id, totals, 'invoice.updated')
}

/** Stripe's minimum charge, in cents of each clinic currency. */
export const smallestCharge = 50

/**
 * Applies the customer's balance. An invoice of zero is paid at once, also one below the minimum charge, which the
 * next one collects. Others get a payment intent, or the one that already collected the money.
 */
export function finalizeInvoice(scope: Scope, id: string, takenBy?: Records['payment_intent']): Invoice {
  const draft = scope.must('invoice', id)
  assertStatus(draft, ['draft'], 'finalize')
  consumeCustomerDiscount(scope, draft)
  const balance = applyBalance(scope, draft, takenBy !== undefined)
  const page = `${scope.pagesUrl}/pay/invoice/${scope.account}/${id}`
  const open = scope.update(
    'invoice',
    id,
    {
      ...balance,
      number: nextNumber(scope, draft),
      status: 'open',
      effective_at: scope.now,
      automatically_finalizes_at: null,
      hosted_invoice_url: page,
      invoice_pdf: `${page}/pdf`,
      status_transitions: { ...draft.status_transitions, finalized_at: scope.now },
    },
    'invoice.finalized',
  )
  if (open.amount_due === 0) return markPaid(scope, open)
  linkIntent(scope, open, takenBy)
  return scope.must('invoice', id)
}

function applyBalance(scope: Scope, draft: Invoice, isCollected: boolean): Partial<Invoice> {
  const customer = scope.must('customer', draft.customer ?? '')
  const before = customer.balance
  const owed = Math.max(0, draft.total + before)
  const isTooSmall = owed < smallestCharge && draft.collection_method === 'charge_automatically'
  const due = isTooSmall && !isCollected ? 0 : owed
  const after = before + draft.total - due
  if (after !== before) {
    const type = due < owed ? 'invoice_too_small' : 'applied_to_invoice'
    changeBalance(scope, customer, { amount: after - before, type, invoice: draft.id })
  }
  return { starting_balance: before, ending_balance: after, amount_due: due, amount_remaining: due }
}

function nextNumber(scope: Scope, draft: Invoice): string {
  const customer = scope.must('customer', draft.customer ?? '')
  const sequence = customer.next_invoice_sequence ?? 1
  scope.update('customer', customer.id, { next_invoice_sequence: sequence + 1 })
  return `${customer.invoice_prefix ?? randomText(8).toUpperCase()}-${String(sequence).padStart(4, '0')}`
}

function linkIntent(scope: Scope, invoice: Invoice, takenBy?: Records['payment_intent']) {
  const intent =
    takenBy ??
    createIntent(scope, {
      amount: invoice.amount_due,
      currency: invoice.currency,
      customer: invoice.customer,
      description: intentText(invoice),
      receipt_email: invoice.customer_email,
      setup_future_usage: 'off_session',
    })
  scope.update('payment_intent', intent.id, { _invoice: invoice.id })
  scope.add('invoice_payment', {
    amount_requested: invoice.amount_due,
    currency: invoice.currency,
    invoice: invoice.id,
    is_default: true,
    payment: { type: 'payment_intent', payment_intent: intent.id },
    status: 'open',
  })
}

function intentText(invoice: Invoice): string {
  if (invoice.billing_reason === 'subscription_create') return 'Subscription creation'
  if (invoice.billing_reason === 'manual') return `Payment for Invoice ${invoice.number}`
  return 'Subscription update'
}

export function intentOf(scope: Scope, invoiceId: string): Records['payment_intent'] | undefined {
  return scope.all('payment_intent').findLast((intent) => intent._invoice === invoiceId)
}

export function markPaid(scope: Scope, invoice: Invoice, outOfBand = false): Invoice {
  for (const payment of scope.all('invoice_payment')) {
    if (payment.invoice !== invoice.id || payment.status !== 'open') continue
    scope.update('invoice_payment', payment.id, {
      status: outOfBand ? 'canceled' : 'paid',
      amount_paid: outOfBand ? null : invoice.amount_due,
      status_transitions: outOfBand
        ? { canceled_at: scope.now, paid_at: null }
        : { canceled_at: null, paid_at: scope.now },
    })
  }
  const paid = scope.update('invoice', invoice.id, {
    status: 'paid',
    attempted: true,
    amount_paid: outOfBand ? 0 : invoice.amount_due,
    amount_paid_off_stripe: outOfBand ? invoice.amount_due : 0,
    amount_remaining: 0,
    auto_advance: false,
    next_payment_attempt: null,
    status_transitions: { ...invoice.status_transitions, paid_at: scope.now },
  })
  scope.emit('invoice.updated', paid, invoice)
  scope.emit('invoice.paid', paid)
  scope.emit('invoice.payment_succeeded', paid)
  if (paid.customer) settleDelinquency(scope, paid.customer)
  invoicePaid(scope, paid)
  return scope.must('invoice', invoice.id)
}

function settleDelinquency(scope: Scope, customerId: string) {
  const customer = scope.find('customer', customerId)
  if (customer?.delinquent) scope.update('customer', customerId, { delinquent: false }, 'customer.updated')
}

/** Ends collection permanently. The amount taken from the customer's balance returns to it. */
export function voidInvoice(scope: Scope, id: string): Invoice {
  const invoice = scope.must('invoice', id)
  assertStatus(invoice, ['open', 'uncollectible'], 'void')
  if (intentOf(scope, id)?.status === 'processing') {
    throw invalidRequest('You cannot void an invoice with a payment that is processing.', {
      code: 'payment_intent_unexpected_state',
    })
  }
  dropIntent(scope, id)
  returnBalance(scope, invoice)
  const voided = scope.update(
    'invoice',
    id,
    {
      status: 'void',
      amount_remaining: 0,
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, voided_at: scope.now },
    },
    'invoice.voided',
  )
  return voided
}

function returnBalance(scope: Scope, invoice: Invoice) {
  const applied = (invoice.ending_balance ?? 0) - invoice.starting_balance
  const customer = scope.find('customer', invoice.customer)
  if (applied === 0 || !customer) return
  changeBalance(scope, customer, { amount: -applied, type: 'unapplied_from_invoice', invoice: invoice.id })
}

export function markUncollectible(scope: Scope, id: string): Invoice {
  const invoice = scope.must('invoice', id)
  assertStatus(invoice, ['open', 'draft'], 'mark as uncollectible')
  return scope.update(
    'invoice',
    id,
    {
      status: 'uncollectible',
      auto_advance: false,
      next_payment_attempt: null,
      status_transitions: { ...invoice.status_transitions, marked_uncollectible_at: scope.now },
    },
    'invoice.marked_uncollectible',
  )
}

/** Only for a draft; its invoice items are deleted too. */
export function deleteDraft(scope: Scope, id: string) {
  const invoice = scope.must('invoice', id)
  assertStatus(invoice, ['draft'], 'delete')
  for (const line of invoice.lines.data) {
    const item = invoiceItemOf(line)
    if (item) scope.remove(item)
  }
  scope.remove(id)
  scope.emit('invoice.deleted', invoice)
  return { id, object: 'invoice', deleted: true }
}

function dropIntent(scope: Scope, invoiceId: string) {
  const intent = intentOf(scope, invoiceId)
  if (!intent || intent.status === 'succeeded' || intent.status === 'canceled') return
  scope.update(
    'payment_intent',
    intent.id,
    { status: 'canceled', canceled_at: scope.now, cancellation_reason: 'void_invoice', next_action: null },
    'payment_intent.canceled',
  )
}

export function assertStatus(invoice: Invoice, allowed: string[], verb: string) {
  if (allowed.includes(invoice.status ?? '')) return
  throw invalidRequest(`You cannot ${verb} an invoice that is ${invoice.status}.`, {
    code: invoice.status === 'draft' ? 'invoice_not_open' : 'invoice_not_editable',
  })
}
