import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, type StripeFailure } from '../world/stripe-failure.ts'
import { canCharge } from './checkout/charges.ts'
import { hasRefused } from './checkout/debits.ts'
import { type Confirmation, confirmIntent } from './checkout/payment-intents.ts'
import { paymentMethodFor } from './checkout/payment-methods.ts'
import { assertStatus, finalizeInvoice, intentOf, markPaid } from './invoices.ts'
import { invoiceFailed, runWhileProcessing, subscriptionOf } from './subscriptions/subscription-status.ts'

type Invoice = Records['invoice']

export interface InvoiceCharge {
  /** Id or alias of a payment method, in place of the one on file. */
  method?: string | null
  /** An attempt of the retry schedule, not of a person or the API. */
  isAutomatic?: boolean
  returnUrl?: string | null
  authenticated?: boolean
}

/** The method of an invoice: its own, the subscription's, the customer's, the default source, in this order. */
export function methodOnFile(scope: Scope, invoice: Invoice): Records['payment_method'] | undefined {
  const subscription = subscriptionOf(scope, invoice)
  return (
    scope.find('payment_method', invoice.default_payment_method) ??
    methodOfSubscription(scope, {
      customer: invoice.customer,
      default_payment_method: subscription?.default_payment_method ?? null,
    })
  )
}

export function methodOfSubscription(
  scope: Scope,
  subscription: { customer: string | null; default_payment_method: string | null },
): Records['payment_method'] | undefined {
  const customer = scope.find('customer', subscription.customer)
  const candidates = [
    subscription.default_payment_method,
    customer?.invoice_settings.default_payment_method as string | null | undefined,
    customer?.default_source,
  ]
  return scope.find(
    'payment_method',
    candidates.find((id) => !!id),
  )
}

/**
 * Finalizes a draft first.
 *
 * @returns the invoice, and the card error if the charge failed
 * @throws StripeFailure 400 for a closed invoice, or a manual call without any card
 */
export function chargeInvoice(scope: Scope, id: string, how: InvoiceCharge = {}) {
  const before = scope.must('invoice', id)
  assertStatus(before, ['draft', 'open', 'uncollectible'], 'pay')
  const invoice = before.status === 'draft' ? finalizeInvoice(scope, id) : before
  if (invoice.status === 'paid') return { invoice, failure: null }
  const method = how.method ? paymentMethodFor(scope, how.method) : methodOnFile(scope, invoice)
  if (how.isAutomatic && (!method || !canCharge(scope))) {
    return { invoice: recordFailure(scope, invoice, true), failure: null }
  }
  const intent = intentOf(scope, id)
  if (how.isAutomatic && hasRefused(scope, intent, method)) {
    return { invoice: passOver(scope, invoice), failure: null }
  }
  if (!method) {
    throw invalidRequest(
      'There is no `default_payment_method` set on this Customer or Invoice. Please set a default payment method, or pass one as the `payment_method` parameter.',
      { code: 'invoice_payment_intent_requires_action' },
    )
  }
  if (!intent) throw new Error(`Open invoice ${id} has no payment intent`)
  const confirmation: Confirmation = {
    method,
    offSession: how.isAutomatic ?? false,
    waitsForBank: true,
    returnUrl: how.returnUrl ?? null,
    authenticated: how.authenticated ?? false,
  }
  const { intent: outcome, failure } = confirmIntent(scope, intent.id, confirmation)
  return { invoice: settleInvoice(scope, outcome, how.isAutomatic ?? false), failure }
}

export function settleInvoice(
  scope: Scope,
  intent: Records['payment_intent'],
  isAutomatic: boolean,
): Invoice {
  const invoice = scope.must('invoice', intent._invoice ?? '')
  if (invoice.status === 'paid') return invoice
  if (intent.status === 'succeeded') {
    return markPaid(scope, countAttempt(scope, invoice, isAutomatic))
  }
  if (intent.status === 'processing') {
    return awaitBanks(scope, countAttempt(scope, invoice, isAutomatic), invoice)
  }
  if (intent.status === 'requires_action') scope.emit('invoice.payment_action_required', invoice)
  return recordFailure(scope, invoice, isAutomatic)
}

/** The invoice stays open and its subscription runs until the banks answer. */
function awaitBanks(scope: Scope, counted: Invoice, before: Invoice): Invoice {
  const waiting = scope.update('invoice', counted.id, { next_payment_attempt: null })
  scope.emit('invoice.updated', waiting, before)
  runWhileProcessing(scope, waiting)
  return waiting
}

/** The banks' answer to the debit of an invoice, whose attempt was counted at its start. */
export function endDebit(scope: Scope, intent: Records['payment_intent']): Invoice {
  const invoice = scope.must('invoice', intent._invoice ?? '')
  if (invoice.status === 'paid') return invoice
  return intent.status === 'succeeded'
    ? markPaid(scope, invoice)
    : reportFailure(scope, invoice, invoice, true)
}

/** An attempt of the schedule without a debit, because Stripe does not repeat one that the bank has refused. */
function passOver(scope: Scope, invoice: Invoice): Invoice {
  const counted = countAttempt(scope, invoice, true)
  const next = invoiceFailed(scope, counted, true)
  const passed = scope.update('invoice', invoice.id, { next_payment_attempt: next })
  scope.emit('invoice.updated', passed, invoice)
  return passed
}

function recordFailure(scope: Scope, invoice: Invoice, isAutomatic: boolean): Invoice {
  return reportFailure(scope, invoice, countAttempt(scope, invoice, isAutomatic), isAutomatic)
}

function reportFailure(scope: Scope, invoice: Invoice, counted: Invoice, isAutomatic: boolean): Invoice {
  const next = invoiceFailed(scope, counted, isAutomatic)
  const failed = scope.update('invoice', invoice.id, { next_payment_attempt: next })
  scope.emit('invoice.updated', failed, invoice)
  scope.emit('invoice.payment_failed', failed)
  const customer = scope.find('customer', failed.customer)
  if (customer && !customer.delinquent) {
    scope.update('customer', customer.id, { delinquent: true }, 'customer.updated')
  }
  return failed
}

/** The first attempt always counts, later ones only if automatic (Stripe's docs of `attempt_count`). */
function countAttempt(scope: Scope, invoice: Invoice, isAutomatic: boolean): Invoice {
  const counts = isAutomatic || invoice.attempt_count === 0
  return scope.update('invoice', invoice.id, {
    attempted: true,
    attempt_count: invoice.attempt_count + (counts ? 1 : 0),
  })
}

/** Returns the invoice, or throws the card error, whose changes stay. */
export function orThrow({ invoice, failure }: { invoice: Invoice; failure: StripeFailure | null }): Invoice {
  if (failure) throw failure
  return invoice
}
