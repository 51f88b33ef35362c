import { assertCanCharge } from '../billing/checkout/charges.ts'
import { answerDispute, closeDispute } from '../billing/checkout/disputes.ts'
import {
  cancelIntent,
  captureIntent,
  confirmIntent,
  createIntent,
} from '../billing/checkout/payment-intents.ts'
import { paymentMethodFor } from '../billing/checkout/payment-methods.ts'
import { createRefund } from '../billing/checkout/refunds.ts'
import {
  cancelSetupIntent,
  confirmSetupIntent,
  createSetupIntent,
} from '../billing/checkout/setup-intents.ts'
import { smallestCharge } from '../billing/invoices.ts'
import { carryOver } from '../billing/settlement.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  webAddress,
} from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { shipping, shippingOf } from './addresses.ts'

const cardOnly = { allowed_payment_method_types: listOf(oneOf('card')) }

export const paymentIntentEndpoints = [
  post(
    'payment_intents',
    {
      amount: required(integer),
      currency: required(text),
      customer: text,
      payment_method: text,
      description: text,
      metadata,
      capture_method: oneOf('automatic', 'automatic_async', 'manual'),
      confirmation_method: oneOf('automatic', 'manual'),
      shipping,
      confirm: boolean,
      off_session: boolean,
      return_url: webAddress,
      ...cardOnly,
    },
    (scope, params) => {
      if (params.amount < smallestCharge) {
        throw invalidRequest('Amount must be at least $0.50 usd', {
          param: 'amount',
          code: 'amount_too_small',
        })
      }
      if (params.customer) scope.must('customer', params.customer, 'customer')
      const home = scope.onClockOf(params.customer)
      const method = params.payment_method ? paymentMethodFor(home, params.payment_method) : null
      if (params.confirm) assertCanCharge(scope)
      const intent = createIntent(home, {
        amount: params.amount,
        currency: params.currency.toLowerCase(),
        customer: params.customer ?? null,
        payment_method: method?.id ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        capture_method: params.capture_method ?? 'automatic_async',
        confirmation_method: params.confirmation_method ?? 'automatic',
        shipping: shippingOf(params.shipping),
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      })
      return params.confirm ? confirmed(home, intent.id, { ...params, payment_method: null }) : intent
    },
  ),
  list('payment_intents', { customer: text }, (scope, { customer }) =>
    scope.all('payment_intent').filter((each) => !customer || each.customer === customer),
  ),
  get('payment_intents/:id', {}, (scope, _, id) => scope.must('payment_intent', id)),
  post(
    'payment_intents/:id/confirm',
    { payment_method: text, off_session: boolean, return_url: webAddress },
    (scope, params, id) => confirmed(scope.onClockOf(scope.must('payment_intent', id).customer), id, params),
  ),
  post('payment_intents/:id/capture', { amount_to_capture: integer }, (scope, params, id) =>
    captureIntent(scope, id, params.amount_to_capture ?? null),
  ),
  post(
    'payment_intents/:id/cancel',
    { cancellation_reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned') },
    (scope, params, id) => cancelIntent(scope, id, params.cancellation_reason ?? null),
  ),
]

interface ConfirmParams {
  payment_method?: string | null | undefined
  off_session?: boolean | undefined
  return_url?: string | null | undefined
}

function confirmed(scope: Scope, id: string, params: ConfirmParams) {
  const { intent, failure } = confirmIntent(scope, id, {
    ...(params.payment_method ? { method: paymentMethodFor(scope, params.payment_method) } : {}),
    offSession: params.off_session ?? false,
    returnUrl: params.return_url ?? null,
  })
  carryOver(scope, intent, failure)
  if (failure) throw failure
  return scope.must('payment_intent', id)
}

export const chargeEndpoints = [
  list('charges', { customer: text, payment_intent: text }, (scope, { customer, payment_intent: intent }) =>
    scope
      .all('charge')
      .filter((each) => !customer || each.customer === customer)
      .filter((each) => !intent || each.payment_intent === intent),
  ),
  get('charges/:id', {}, (scope, _, id) => scope.must('charge', id)),
]

export const refundEndpoints = [
  post(
    'refunds',
    {
      charge: text,
      payment_intent: text,
      amount: integer,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
      metadata,
    },
    (scope, { metadata: given, ...params }) =>
      createRefund(scope, { ...params, metadata: mergeMetadata({}, given) }),
  ),
  list('refunds', { charge: text, payment_intent: text }, (scope, { charge, payment_intent: intent }) =>
    scope
      .all('refund')
      .filter((each) => !charge || each.charge === charge)
      .filter((each) => !intent || each.payment_intent === intent),
  ),
  get('refunds/:id', {}, (scope, _, id) => scope.must('refund', id)),
  post('refunds/:id', { metadata }, (scope, params, id) => {
    const before = scope.must('refund', id)
    const change = { metadata: mergeMetadata(before.metadata ?? {}, params.metadata) }
    return scope.update('refund', id, change, 'charge.refund.updated')
  }),
]

const evidenceFiles = {
  cancellation_policy: text,
  customer_communication: text,
  customer_signature: text,
  duplicate_charge_documentation: text,
  receipt: text,
  refund_policy: text,
  service_documentation: text,
  uncategorized_file: text,
}

export const disputeEndpoints = [
  list('disputes', { charge: text, payment_intent: text }, (scope, { charge, payment_intent: intent }) =>
    scope
      .all('dispute')
      .filter((each) => !charge || each.charge === charge)
      .filter((each) => !intent || each.payment_intent === intent),
  ),
  get('disputes/:id', {}, (scope, _, id) => scope.must('dispute', id)),
  post(
    'disputes/:id',
    { evidence: fields({ uncategorized_text: text, ...evidenceFiles }), submit: boolean, metadata },
    (scope, { evidence, submit, metadata: change }, id) => {
      const before = scope.must('dispute', id)
      if (change !== undefined) {
        const after = { metadata: mergeMetadata(before.metadata, change) }
        scope.update('dispute', id, after, evidence ? undefined : 'charge.dispute.updated')
      }
      // Without evidence nothing is sent to the bank, unless requested.
      if (change !== undefined && !evidence && !submit) return scope.must('dispute', id)
      const { uncategorized_text: words, ...files } = evidence ?? {}
      return answerDispute(scope, id, {
        text: words ?? null,
        files,
        // As at Stripe, the default is to send it to the bank.
        isSubmitted: submit ?? true,
      })
    },
  ),
  post('disputes/:id/close', {}, (scope, _, id) => closeDispute(scope, id)),
]

export const setupIntentEndpoints = [
  post(
    'setup_intents',
    {
      customer: text,
      payment_method: text,
      confirm: boolean,
      metadata,
      description: text,
      return_url: webAddress,
      ...cardOnly,
    },
    (scope, params) => {
      if (params.customer) scope.must('customer', params.customer, 'customer')
      const home = scope.onClockOf(params.customer)
      const method = params.payment_method ? paymentMethodFor(home, params.payment_method) : null
      const intent = createSetupIntent(home, {
        customer: params.customer ?? null,
        description: params.description ?? null,
        metadata: mergeMetadata({}, params.metadata),
        payment_method: method?.id ?? null,
        allowed_payment_method_types: params.allowed_payment_method_types ?? null,
      })
      if (!params.confirm) return intent
      const { intent: outcome, failure } = confirmSetupIntent(home, intent.id, {
        returnUrl: params.return_url ?? null,
      })
      if (failure) throw failure
      return outcome
    },
  ),
  post(
    'setup_intents/:id/cancel',
    { cancellation_reason: oneOf('abandoned', 'requested_by_customer', 'duplicate') },
    (scope, { cancellation_reason: reason }, id) => cancelSetupIntent(scope, id, reason ?? null),
  ),
  get('setup_intents/:id', {}, (scope, _, id) => scope.must('setup_intent', id)),
]
