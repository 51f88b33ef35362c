import { newId, randomText } from '#sandbox/stripe/world/ids.ts'
import { present } from '#sandbox/stripe/world/present.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, StripeFailure } from '#sandbox/stripe/world/stripe-failure.ts'
import { bankAccountOf } from './bank-accounts.ts'
import { cardByName, type Decline } from './cards.ts'
import { assertCanCharge, captureCharge, createCharge, releaseHold } from './charges.ts'
import { startDebit } from './debits.ts'
import { openDispute } from './disputes.ts'
import { attachPaymentMethod, bankVerdict, declineBody } from './payment-methods.ts'

type Intent = Records['payment_intent']

export function createIntent(
  scope: Scope,
  given: Partial<Intent> & { amount: number; currency: string },
): Intent {
  const id = newId('pi')
  return scope.add(
    'payment_intent',
    {
      id,
      amount_details: { tip: {} },
      client_secret: `${id}_secret_${randomText(24)}`,
      payment_method_options: {
        card: {
          installments: null,
          mandate_options: null,
          network: null,
          request_three_d_secure: 'automatic',
        },
      },
      payment_method_types: ['card'],
      status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
      ...given,
    },
    'payment_intent.created',
  )
}

export interface Confirmation {
  method?: Records['payment_method']
  /** No payer is present to answer the bank. */
  offSession?: boolean
  authenticated?: boolean
  returnUrl?: string | null
  /** In place of a failure, as invoices do. */
  waitsForBank?: boolean
}

/** `failure` is the card error that the API returns. */
export interface Confirmed {
  intent: Intent
  failure: StripeFailure | null
}

/**
 * Ends in `succeeded`, `processing` (a bank account is debited), `requires_action` (the bank asks the payer) or `requires_payment_method` with the reason in
 * `last_payment_error`.
 *
 * @throws StripeFailure 400 if the intent is finished, has no payment method or the account may not charge
 */
export function confirmIntent(scope: Scope, id: string, how: Confirmation = {}): Confirmed {
  const intent = scope.must('payment_intent', id)
  assertOpen(intent, 'confirm')
  assertCanCharge(scope)
  const method = how.method ?? scope.find('payment_method', intent.payment_method)
  if (!method) {
    throw invalidRequest(
      "You cannot confirm this PaymentIntent because it's missing a payment method. You can either update the PaymentIntent with a payment method and then confirm it again, or confirm it again directly with a payment method.",
      { code: 'payment_intent_unexpected_state' },
    )
  }
  assertUsable(intent, method)
  if (bankAccountOf(method)) return { intent: startDebit(scope, intent, method), failure: null }
  const isAuthenticated = how.authenticated || intent._isAuthenticated
  const verdict = isAuthenticated && bankVerdict(method) === 'ask the payer' ? 'yes' : bankVerdict(method)
  if (verdict === 'yes') return { intent: succeed(scope, intent, method), failure: null }
  if (verdict !== 'ask the payer') return decline(scope, intent, method, verdict)
  if (how.offSession && !how.waitsForBank) return decline(scope, intent, method, authenticationRequired)
  return { intent: askPayer(scope, intent, method, how.returnUrl ?? null), failure: null }
}

/** After the payer's approval, an intent with manual confirmation waits to be confirmed again. */
export function waitForConfirmation(scope: Scope, id: string): Confirmed {
  const change = { status: 'requires_confirmation', next_action: null, _isAuthenticated: true } as const
  return { intent: scope.update('payment_intent', id, change), failure: null }
}

export function refuseAuthentication(scope: Scope, id: string): Confirmed {
  const intent = scope.must('payment_intent', id)
  const body = {
    type: 'invalid_request_error' as const,
    code: 'payment_intent_authentication_failure',
    message:
      'The provided PaymentMethod has failed authentication. You can provide payment_method_data or a new PaymentMethod to attempt to fulfill this PaymentIntent again.',
  }
  return fail(scope, intent, body, new StripeFailure(402, { ...body }, true))
}

export function cancelIntent(scope: Scope, id: string, reason: string | null): Intent {
  const intent = scope.must('payment_intent', id)
  assertOpen(intent, 'cancel')
  if (intent.status === 'requires_capture' && intent.latest_charge) {
    const charge = scope.must('charge', intent.latest_charge)
    releaseHold(scope, charge, charge.amount)
  }
  return scope.update(
    'payment_intent',
    id,
    {
      status: 'canceled',
      amount_capturable: 0,
      canceled_at: scope.now,
      cancellation_reason: reason as Intent['cancellation_reason'],
      next_action: null,
    },
    'payment_intent.canceled',
  )
}

/** Releases the rest. @throws StripeFailure 400 if nothing, or less than `amount`, is authorized */
export function captureIntent(scope: Scope, id: string, amount: number | null): Intent {
  const intent = scope.must('payment_intent', id)
  if (intent.status !== 'requires_capture' || !intent.latest_charge) {
    throw invalidRequest(
      `This PaymentIntent could not be captured because it has a status of ${intent.status}. Only a PaymentIntent with one of the following statuses may be captured: requires_capture.`,
      { code: 'payment_intent_unexpected_state' },
    )
  }
  const taken = amount ?? intent.amount_capturable
  if (taken <= 0 || taken > intent.amount_capturable) {
    throw invalidRequest(
      'The amount_to_capture must be greater than 0 and less than or equal to the capturable amount.',
      { param: 'amount_to_capture' },
    )
  }
  captureCharge(scope, intent, intent.latest_charge, taken)
  return scope.update(
    'payment_intent',
    id,
    { status: 'succeeded', amount_capturable: 0, amount_received: taken },
    'payment_intent.succeeded',
  )
}

const authenticationRequired: Decline = {
  code: 'authentication_required',
  declineCode: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
}

function succeed(scope: Scope, intent: Intent, method: Records['payment_method']): Intent {
  const charge = createCharge(scope, intent, method, null)
  saveForLater(scope, intent, method)
  const paidBy = {
    latest_charge: charge.id,
    last_payment_error: null,
    next_action: null,
    payment_method: method.id,
  }
  if (!charge.captured) {
    return scope.update(
      'payment_intent',
      intent.id,
      { ...paidBy, status: 'requires_capture', amount_capturable: intent.amount },
      'payment_intent.amount_capturable_updated',
    )
  }
  const { isDisputed } = cardByName(method._card)
  if (isDisputed) openDispute(scope, charge, isDisputed === 'by an inquiry')
  return scope.update(
    'payment_intent',
    intent.id,
    { ...paidBy, status: 'succeeded', amount_received: intent.amount },
    'payment_intent.succeeded',
  )
}

function saveForLater(scope: Scope, intent: Intent, method: Records['payment_method']) {
  if (!intent.setup_future_usage || !intent.customer) return
  attachPaymentMethod(scope, method, intent.customer)
  if (intent.setup_future_usage === 'off_session')
    scope.update('payment_method', method.id, { _isSetUp: true })
}

function decline(
  scope: Scope,
  intent: Intent,
  method: Records['payment_method'],
  reason: Decline,
): Confirmed {
  const charge = createCharge(scope, intent, method, reason)
  scope.update('payment_intent', intent.id, { latest_charge: charge.id })
  const body = { ...declineBody(reason), charge: charge.id, payment_method: present(scope, method) }
  return fail(scope, scope.must('payment_intent', intent.id), body, new StripeFailure(402, { ...body }, true))
}

function fail(scope: Scope, intent: Intent, error: object, failure: StripeFailure): Confirmed {
  const failed = scope.update(
    'payment_intent',
    intent.id,
    {
      status: 'requires_payment_method',
      last_payment_error: error as Intent['last_payment_error'],
      payment_method: null,
      next_action: null,
    },
    'payment_intent.payment_failed',
  )
  failure.body.payment_intent = present(scope, failed)
  return { intent: failed, failure }
}

function askPayer(
  scope: Scope,
  intent: Intent,
  method: Records['payment_method'],
  returnUrl: string | null,
): Intent {
  return scope.update(
    'payment_intent',
    intent.id,
    {
      status: 'requires_action',
      payment_method: method.id,
      last_payment_error: null,
      next_action: bankPage(scope, intent.id, returnUrl),
      _returnUrl: returnUrl,
    },
    'payment_intent.requires_action',
  )
}

export function bankPage(scope: Scope, intentId: string, returnUrl: string | null) {
  return {
    type: 'redirect_to_url' as const,
    redirect_to_url: {
      return_url: returnUrl,
      url: `${scope.pagesUrl}/pay/3ds/${scope.account}/${intentId}`,
    },
  }
}

function assertOpen(intent: Intent, verb: 'confirm' | 'cancel') {
  const isHeld = intent.status === 'requires_capture'
  const isClosed = ['succeeded', 'canceled', 'processing'].includes(intent.status)
  if (!isClosed && !(isHeld && verb === 'confirm')) return
  throw invalidRequest(`You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`, {
    code: 'payment_intent_unexpected_state',
  })
}

function assertUsable(intent: Intent, method: Records['payment_method']) {
  if (!method.customer || method.customer === intent.customer) return
  throw invalidRequest(
    intent.customer
      ? `The customer associated with this PaymentIntent does not match the customer of the PaymentMethod (${method.id}).`
      : `The payment method ${method.id} belongs to a customer. Pass that customer to use it.`,
    { param: 'payment_method' },
  )
}
