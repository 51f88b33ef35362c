import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import type { StripeFailure } from '#sandbox/stripe/world/stripe-failure.ts'
import { createCustomer, updateCustomer } from '../customers.ts'
import { redeem } from '../discounts.ts'
import { createSubscription } from '../subscriptions/subscriptions.ts'
import { createBankMethod, type TestBankAccount } from './bank-accounts.ts'
import { totals } from './checkout.ts'
import { confirmIntent, createIntent } from './payment-intents.ts'
import { bankVerdict, bankVerdictOnSetup, type CardDetails, createPaymentMethod } from './payment-methods.ts'
import { confirmSetupIntent, createSetupIntent } from './setup-intents.ts'

type Session = Records['checkout.session']

/** Without a card if the payer chose a bank account. */
export interface Payer {
  card: CardDetails | null
  account?: TestBankAccount
  name: string | null
  email: string | null
}

export type CheckoutOutcome =
  | { kind: 'complete'; session: Session }
  | { kind: 'bank asks'; url: string }
  | { kind: 'declined'; message: string }

export function dueNow(scope: Scope, session: Session): number {
  const balance =
    session.mode === 'subscription' ? (scope.find('customer', session.customer)?.balance ?? 0) : 0
  return Math.max(0, (session.amount_total ?? 0) + balance)
}

/** A session has one intent, so repeated attempts collect money once and create one subscription. */
export function payCheckout(scope: Scope, id: string, payer: Payer): CheckoutOutcome {
  const opened = scope.must('checkout.session', id)
  const { name, email } = payer
  // Recalculated: the customer's discount may have changed since the page was opened.
  const session = scope.update('checkout.session', id, {
    ...totals(scope, opened),
    _payer: { name, email },
    _lastError: null,
  })
  const billing = { billing_details: { address: null, email, name, phone: null, tax_id: null } }
  const method = payer.account
    ? createBankMethod(scope, payer.account, billing)
    : payer.card && createPaymentMethod(scope, payer.card, billing)
  if (!method) throw new Error('A payer has a card or an account.')
  const verdict = dueNow(scope, session) > 0 ? bankVerdict(method) : bankVerdictOnSetup(method)
  // After a decline no customer remains.
  if (session.mode !== 'payment' && typeof verdict === 'string') ensureCustomer(scope, id)
  return dueNow(scope, session) > 0 ? charge(scope, id, method) : setUp(scope, id, method)
}

function payerOf(session: Session): string | null {
  return session.customer ?? session._newCustomer ?? null
}

function ensureCustomer(scope: Scope, id: string) {
  const session = scope.must('checkout.session', id)
  if (session.customer) return
  const typed = { email: session._payer?.email ?? session.customer_email, name: session._payer?.name ?? null }
  if (session._newCustomer) updateCustomer(scope, session._newCustomer, typed)
  else scope.update('checkout.session', id, { _newCustomer: createCustomer(scope, typed).id })
}

function charge(scope: Scope, id: string, method: Records['payment_method']): CheckoutOutcome {
  const session = scope.must('checkout.session', id)
  const isSubscription = session.mode === 'subscription'
  const terms = {
    amount: dueNow(scope, session),
    currency: session.currency ?? 'usd',
    customer: payerOf(session),
    description: isSubscription ? 'Subscription creation' : null,
    setup_future_usage: isSubscription ? ('off_session' as const) : null,
  }
  const waiting = scope.find('payment_intent', session._waitingFor)
  const intent = waiting
    ? scope.update('payment_intent', waiting.id, terms)
    : createIntent(scope, { ...terms, _checkout: id })
  scope.update('checkout.session', id, {
    _waitingFor: intent.id,
    ...(isSubscription ? {} : { payment_intent: intent.id }),
  })
  const { intent: outcome, failure } = confirmIntent(scope, intent.id, { method, returnUrl: session.url })
  return settleCheckout(scope, outcome, failure)
}

function setUp(scope: Scope, id: string, method: Records['payment_method']): CheckoutOutcome {
  const session = scope.must('checkout.session', id)
  const waiting = scope.find('setup_intent', session._waitingFor)
  const intent = waiting ?? createSetupIntent(scope, { customer: payerOf(session), _checkout: id })
  scope.update('setup_intent', intent.id, { customer: payerOf(session) })
  scope.update('checkout.session', id, {
    _waitingFor: intent.id,
    ...(session.mode === 'setup' ? { setup_intent: intent.id } : {}),
  })
  const { intent: outcome, failure } = confirmSetupIntent(scope, intent.id, {
    method,
    returnUrl: session.url,
  })
  return settleCheckout(scope, outcome, failure)
}

export function settleCheckout(
  scope: Scope,
  intent: Records['payment_intent'] | Records['setup_intent'],
  failure: StripeFailure | null,
): CheckoutOutcome {
  const id = intent._checkout ?? ''
  if (intent.status === 'succeeded' || intent.status === 'processing') {
    const method = intent.payment_method
    const paidBy = intent.object === 'payment_intent' ? intent : null
    return { kind: 'complete', session: complete(scope, id, method, paidBy) }
  }
  if (intent.status === 'requires_action') {
    return { kind: 'bank asks', url: intent.next_action?.redirect_to_url?.url ?? '' }
  }
  const message = failure?.message ?? 'Your card was declined.'
  scope.update('checkout.session', id, { _lastError: message })
  return { kind: 'declined', message }
}

function complete(
  scope: Scope,
  id: string,
  method: string | null,
  paidBy: Records['payment_intent'] | null,
): Session {
  const session = scope.must('checkout.session', id)
  if (session.mode === 'subscription') ensureCustomer(scope, id)
  const started = session.mode === 'subscription' ? startSubscription(scope, id, method, paidBy) : null
  const customer = scope.find('customer', payerOf(scope.must('checkout.session', id)))
  if (session.mode === 'payment' && session._request.coupon) {
    redeem(
      scope,
      { coupon: session._request.coupon },
      { checkout_session: id, customer: customer?.id ?? null },
    )
  }
  return scope.update(
    'checkout.session',
    id,
    {
      status: 'complete',
      payment_status: paymentStatus(paidBy),
      url: null,
      customer: customer?.id ?? null,
      _lastError: null,
      subscription: started?.id ?? null,
      invoice: started?.latest_invoice ?? null,
      customer_details: {
        address: null,
        business_name: null,
        email: session._payer?.email ?? customer?.email ?? session.customer_email,
        individual_name: null,
        name: session._payer?.name ?? customer?.name ?? null,
        phone: null,
        tax_exempt: 'none',
        tax_ids: [],
      },
    },
    'checkout.session.completed',
  )
}

function paymentStatus(paidBy: Records['payment_intent'] | null): Session['payment_status'] {
  if (!paidBy) return 'no_payment_required'
  return paidBy.status === 'succeeded' ? 'paid' : 'unpaid'
}

/** The banks' answer to a debit that the payer ordered on the page. */
export function answerCheckout(scope: Scope, intent: Records['payment_intent']) {
  const isPaid = intent.status === 'succeeded'
  scope.update(
    'checkout.session',
    intent._checkout ?? '',
    isPaid ? { payment_status: 'paid' } : {},
    `checkout.session.async_payment_${isPaid ? 'succeeded' : 'failed'}`,
  )
}

function startSubscription(
  scope: Scope,
  id: string,
  method: string | null,
  paidBy: Records['payment_intent'] | null,
): Records['subscription'] {
  const session = scope.must('checkout.session', id)
  const request = session._request
  const isRecurring = (line: { price: string }) => scope.must('price', line.price).recurring !== null
  return createSubscription(scope, {
    customer: payerOf(session) ?? '',
    items: request.lines.filter(isRecurring),
    addInvoiceItems: request.lines.filter((line) => !isRecurring(line)),
    metadata: request.metadata,
    taxRates: request.taxRates ?? [],
    // Checkout stores the card on the subscription, not on the customer (docs/payments.md 5).
    defaultPaymentMethod: method,
    discounts: request.coupon ? [{ coupon: request.coupon }] : [],
    trialEnd: request.trialEnd,
    ...(paidBy ? { paidBy } : {}),
  })
}
