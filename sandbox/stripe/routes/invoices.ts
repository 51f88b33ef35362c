import { daySeconds } from '../billing/calendar.ts'
import { redeem } from '../billing/discounts.ts'
import { createInvoiceItem } from '../billing/invoice-items.ts'
import { itemLine } from '../billing/invoice-lines.ts'
import { chargeInvoice, orThrow } from '../billing/invoice-payment.ts'
import {
  addToDraft,
  assertStatus,
  createInvoice,
  deleteDraft,
  draftSeconds,
  finalizeInvoice,
  markPaid,
  markUncollectible,
  recalculate,
  removeFromDraft,
  voidInvoice,
} from '../billing/invoices.ts'
import { previewInvoice } from '../billing/preview.ts'
import { subscriptionOf } from '../billing/subscriptions/subscription-status.ts'
import { chosenRates } from '../billing/taxes.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  orUnset,
  required,
  text,
  timestamp,
} from '../kernel/params.ts'
import { idOf } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, noSuch } from '../world/stripe-failure.ts'
import { discountParams } from './checkout.ts'
import { itemChanges, itemsOf } from './subscriptions.ts'

export const invoiceItemEndpoints = [
  post(
    'invoiceitems',
    {
      customer: required(text),
      invoice: text,
      amount: integer,
      currency: text,
      description: text,
      metadata,
      pricing: fields({ price: required(text) }),
      quantity: integer,
      subscription: text,
      period: fields({ start: required(timestamp), end: required(timestamp) }),
      tax_rates: listOf(required(text)),
    },
    (scope, params) => {
      const draft = params.invoice ? scope.must('invoice', params.invoice, 'invoice') : null
      const home = scope.onClockOf(params.customer)
      const item = createInvoiceItem(home, {
        customer: params.customer,
        price: params.pricing?.price ?? null,
        ...(params.amount !== undefined ? { amount: params.amount } : {}),
        currency: params.currency ?? null,
        quantity: params.quantity ?? 1,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        subscription: params.subscription ?? null,
        ...(params.period ? { period: params.period } : {}),
        ...(params.tax_rates ? { taxRates: params.tax_rates } : {}),
      })
      if (draft) addToDraft(home, draft, item)
      return scope.must('invoiceitem', item.id)
    },
  ),
  list('invoiceitems', { customer: text, invoice: text, pending: boolean }, (scope, given) =>
    scope
      .all('invoiceitem')
      .filter((each) => !given.customer || each.customer === given.customer)
      .filter((each) => given.pending === undefined || given.pending === (each.invoice === null))
      .filter((each) => !given.invoice || each.invoice === given.invoice),
  ),
  get('invoiceitems/:id', {}, (scope, _, id) => scope.must('invoiceitem', id)),
  del('invoiceitems/:id', {}, (scope, _, id) => {
    const item = scope.must('invoiceitem', id)
    if (item.invoice) removeFromDraft(scope, scope.must('invoice', item.invoice), id)
    scope.remove(id)
    scope.emit('invoiceitem.deleted', item)
    return { id, object: 'invoiceitem', deleted: true }
  }),
]

/** Invoices created by the API are on the clock of their customer. */
function clockOf(scope: Scope, id: string): Scope {
  return scope.onClockOf(scope.must('invoice', id).customer)
}

export const invoiceEndpoints = [
  post(
    'invoices/create_preview',
    {
      customer: text,
      subscription: text,
      subscription_details: fields({
        items: itemChanges.items,
        proration_behavior: itemChanges.prorationBehavior,
        proration_date: timestamp,
        cancel_at_period_end: boolean,
        cancel_at: orUnset(timestamp),
        default_tax_rates: listOf(required(text)),
      }),
    },
    (scope, { customer, subscription, subscription_details: details }) =>
      previewInvoice(scope, {
        customer: customer ?? null,
        subscription: subscription ?? null,
        ...(details?.items ? { items: itemsOf(details.items) } : {}),
        ...(details?.default_tax_rates ? { taxRates: details.default_tax_rates } : {}),
        change: {
          ...(details?.default_tax_rates ? { taxRates: details.default_tax_rates } : {}),
          ...(details?.items ? { items: itemsOf(details.items) } : {}),
          ...(details?.proration_behavior ? { prorationBehavior: details.proration_behavior } : {}),
          ...(details?.proration_date !== undefined ? { prorationDate: details.proration_date } : {}),
          ...(details?.cancel_at_period_end !== undefined
            ? { cancelAtPeriodEnd: details.cancel_at_period_end }
            : {}),
          ...(details?.cancel_at !== undefined ? { cancelAt: details.cancel_at } : {}),
        },
      }),
  ),
  post(
    'invoices',
    {
      customer: required(text),
      auto_advance: boolean,
      collection_method: oneOf('charge_automatically', 'send_invoice'),
      days_until_due: integer,
      due_date: timestamp,
      currency: text,
      default_payment_method: text,
      description: text,
      metadata,
      pending_invoice_items_behavior: oneOf('exclude', 'include'),
      discounts: discountParams,
      default_tax_rates: listOf(required(text)),
      subscription: text,
    },
    (scope, params) => {
      const customer = scope.must('customer', params.customer, 'customer')
      const home = scope.onClockOf(customer.id)
      if (params.subscription) scope.must('subscription', params.subscription, 'subscription')
      const isIncluding = params.pending_invoice_items_behavior === 'include' || params.subscription
      const items = isIncluding
        ? scope.all('invoiceitem').filter((item) => {
            const named = item.parent?.subscription_details?.subscription ?? null
            const fits = params.subscription ? named === params.subscription : named === null
            return item.customer === customer.id && item.invoice === null && fits
          })
        : []
      if (params.default_payment_method) {
        const method = scope.must('payment_method', params.default_payment_method, 'default_payment_method')
        if (method.customer !== customer.id)
          throw noSuch('payment_method', method.id, 'default_payment_method')
      }
      const discounts = params.discounts?.map((choice) => redeem(home, choice, { customer: customer.id }).id)
      const advances = params.auto_advance ?? false
      const isSent = params.collection_method === 'send_invoice'
      const { days_until_due: days, due_date: dueDate } = params
      if (!isSent && (days !== undefined || dueDate !== undefined)) {
        throw invalidRequest('You can only set a due date with collection_method=send_invoice.')
      }
      if (isSent && (days === undefined) === (dueDate === undefined)) {
        throw invalidRequest('Pass either days_until_due or due_date with collection_method=send_invoice.')
      }
      return createInvoice(
        home,
        {
          customer: customer.id,
          currency: params.currency?.toLowerCase() ?? items[0]?.currency ?? customer.currency ?? 'usd',
          auto_advance: advances,
          automatically_finalizes_at: advances ? home.now + draftSeconds : null,
          collection_method: params.collection_method ?? 'charge_automatically',
          due_date: isSent ? (dueDate ?? home.now + (days ?? 0) * daySeconds) : null,
          default_payment_method: params.default_payment_method ?? null,
          description: params.description ?? null,
          ...(discounts && { discounts }),
          default_tax_rates: chosenRates(home, params.default_tax_rates, 'default_tax_rates'),
          metadata: mergeMetadata({}, params.metadata),
          ...(params.subscription
            ? {
                parent: {
                  type: 'subscription_details',
                  quote_details: null,
                  subscription_details: { metadata: {}, subscription: params.subscription },
                },
              }
            : {}),
        },
        items.map((item) => itemLine(home, item)),
      )
    },
  ),
  list(
    'invoices',
    {
      customer: text,
      status: oneOf('draft', 'open', 'paid', 'uncollectible', 'void'),
      subscription: text,
      collection_method: oneOf('charge_automatically', 'send_invoice'),
    },
    (scope, { customer, status, subscription, collection_method: method }) =>
      scope
        .all('invoice')
        .filter((each) => !customer || each.customer === customer)
        .filter((each) => !status || each.status === status)
        .filter((each) => !subscription || subscriptionOf(scope, each)?.id === subscription)
        .filter((each) => !method || each.collection_method === method),
  ),
  get('invoices/:id', {}, (scope, _, id) => scope.must('invoice', id)),
  post(
    'invoices/:id',
    {
      auto_advance: boolean,
      description: text,
      metadata,
      default_payment_method: text,
      default_tax_rates: listOf(required(text)),
    },
    (scope, params, id) => {
      const { auto_advance, description, default_tax_rates: rates } = params
      if (rates) {
        const draft = scope.must('invoice', id)
        assertStatus(draft, ['draft'], 'change')
        recalculate(clockOf(scope, id), draft, { rates: chosenRates(scope, rates, 'default_tax_rates') })
      }
      const before = scope.must('invoice', id)
      if (auto_advance !== undefined || description !== undefined) {
        assertStatus(before, ['draft'], 'change')
      }
      const advances = params.auto_advance ?? before.auto_advance ?? false
      return clockOf(scope, id).update(
        'invoice',
        id,
        {
          auto_advance: advances,
          automatically_finalizes_at:
            before.status === 'draft' && advances
              ? (before.automatically_finalizes_at ?? before.created + draftSeconds)
              : null,
          description: params.description === undefined ? before.description : params.description,
          metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
          default_payment_method:
            params.default_payment_method === undefined
              ? before.default_payment_method
              : params.default_payment_method,
        },
        'invoice.updated',
      )
    },
  ),
  post('invoices/:id/finalize', { auto_advance: boolean }, (scope, params, id) => {
    const home = clockOf(scope, id)
    const final = finalizeInvoice(home, id)
    if (params.auto_advance === undefined || final.status !== 'open') return final
    return home.update('invoice', id, {
      auto_advance: params.auto_advance,
      next_payment_attempt: params.auto_advance ? home.now + draftSeconds : null,
    })
  }),
  post(
    'invoices/:id/pay',
    { payment_method: text, off_session: boolean, paid_out_of_band: boolean },
    (scope, params, id) => {
      const home = clockOf(scope, id)
      const invoice = scope.must('invoice', id)
      if (invoice.status === 'paid')
        throw invalidRequest('Invoice is already paid', { code: 'invoice_already_paid' })
      if (!params.paid_out_of_band) {
        return orThrow(chargeInvoice(home, id, { method: params.payment_method ?? null }))
      }
      assertStatus(invoice, ['draft', 'open', 'uncollectible'], 'pay')
      const open = invoice.status === 'draft' ? finalizeInvoice(home, id) : invoice
      return open.status === 'paid' ? open : markPaid(home, open, true)
    },
  ),
  post('invoices/:id/send', {}, (scope, _, id) => {
    const home = clockOf(scope, id)
    const invoice = scope.must('invoice', id)
    if (invoice.collection_method !== 'send_invoice') {
      throw invalidRequest('You can only manually send an invoice if its collection method is send_invoice.')
    }
    const open = invoice.status === 'draft' ? finalizeInvoice(home, id) : invoice
    assertStatus(open, ['open', 'paid'], 'send')
    home.emit('invoice.sent', open)
    return open
  }),
  post('invoices/:id/void', {}, (scope, _, id) => voidInvoice(clockOf(scope, id), id)),
  post('invoices/:id/mark_uncollectible', {}, (scope, _, id) => markUncollectible(clockOf(scope, id), id)),
  del('invoices/:id', {}, (scope, _, id) => deleteDraft(clockOf(scope, id), id)),
]

export const invoicePaymentEndpoints = [
  list(
    'invoice_payments',
    { invoice: text, status: oneOf('canceled', 'open', 'paid') },
    (scope, { invoice, status }) =>
      scope
        .all('invoice_payment')
        .filter((each) => !invoice || idOf(each.invoice) === invoice)
        .filter((each) => !status || each.status === status),
  ),
]
