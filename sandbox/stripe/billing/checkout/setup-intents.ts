import { newId, randomText } from '#sandbox/stripe/world/ids.ts'
import { present } from '#sandbox/stripe/world/present.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, StripeFailure } from '#sandbox/stripe/world/stripe-failure.ts'
import type { Decline } from './cards.ts'
import { bankPage } from './payment-intents.ts'
import { attachPaymentMethod, bankVerdictOnSetup, declineBody } from './payment-methods.ts'

type SetupIntent = Records['setup_intent']

export function createSetupIntent(scope: Scope, given: Partial<SetupIntent>): SetupIntent {
  const id = newId('seti')
  return scope.add(
    'setup_intent',
    {
      id,
      client_secret: `${id}_secret_${randomText(24)}`,
      metadata: {},
      payment_method_options: {
        card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
      },
      payment_method_types: ['card'],
      status: given.payment_method ? 'requires_confirmation' : 'requires_payment_method',
      usage: 'off_session',
      ...given,
    },
    'setup_intent.created',
  )
}

export interface SetupConfirmation {
  method?: Records['payment_method']
  authenticated?: boolean
  returnUrl?: string | null
}

/** Ends in `succeeded`, `requires_action`, or `requires_payment_method` with a failure. */
export function confirmSetupIntent(scope: Scope, id: string, how: SetupConfirmation = {}) {
  const intent = scope.must('setup_intent', id)
  if (intent.status === 'succeeded' || intent.status === 'canceled') {
    throw invalidRequest(`You cannot confirm this SetupIntent because it has a status of ${intent.status}.`, {
      code: 'setup_intent_unexpected_state',
    })
  }
  const method = how.method ?? scope.find('payment_method', intent.payment_method)
  if (!method) {
    throw invalidRequest("You cannot confirm this SetupIntent because it's missing a payment method.", {
      code: 'setup_intent_unexpected_state',
    })
  }
  const verdict = bankVerdictOnSetup(method)
  if (verdict === 'yes' || (verdict === 'ask the payer' && how.authenticated)) {
    return { intent: succeed(scope, intent, method), failure: null }
  }
  if (verdict === 'ask the payer') {
    const asking = scope.update(
      'setup_intent',
      id,
      {
        status: 'requires_action',
        payment_method: method.id,
        next_action: bankPage(scope, id, how.returnUrl ?? null),
        _returnUrl: how.returnUrl ?? null,
      },
      'setup_intent.requires_action',
    )
    return { intent: asking, failure: null }
  }
  return fail(scope, id, verdict)
}

export function cancelSetupIntent(
  scope: Scope,
  id: string,
  reason: SetupIntent['cancellation_reason'],
): SetupIntent {
  const { status } = scope.must('setup_intent', id)
  if (status === 'succeeded' || status === 'canceled') {
    throw invalidRequest(
      `You cannot cancel this SetupIntent because it has a status of ${status}. Only a SetupIntent with one of the following statuses may be canceled: requires_payment_method, requires_confirmation, requires_action, processing.`,
      { code: 'setup_intent_unexpected_state' },
    )
  }
  const change = { status: 'canceled' as const, cancellation_reason: reason, next_action: null }
  return scope.update('setup_intent', id, change, 'setup_intent.canceled')
}

export function refuseSetup(scope: Scope, id: string) {
  return fail(scope, id, {
    code: 'setup_intent_authentication_failure',
    declineCode: '',
    message: 'The latest attempt to set up the payment method has failed because authentication failed.',
  })
}

function succeed(scope: Scope, intent: SetupIntent, method: Records['payment_method']): SetupIntent {
  if (intent.customer) attachPaymentMethod(scope, method, intent.customer)
  const customer = intent._makesDefault ? scope.find('customer', intent.customer) : undefined
  if (customer) {
    const settings = { ...customer.invoice_settings, default_payment_method: method.id }
    scope.update('customer', customer.id, { invoice_settings: settings }, 'customer.updated')
  }
  if (intent.usage === 'off_session') scope.update('payment_method', method.id, { _isSetUp: true })
  return scope.update(
    'setup_intent',
    intent.id,
    { status: 'succeeded', payment_method: method.id, next_action: null, last_setup_error: null },
    'setup_intent.succeeded',
  )
}

function fail(scope: Scope, id: string, decline: Decline) {
  const { decline_code: declineCode, ...rest } = declineBody(decline)
  const body = declineCode ? { ...rest, decline_code: declineCode } : rest
  const failed = scope.update(
    'setup_intent',
    id,
    {
      status: 'requires_payment_method',
      payment_method: null,
      next_action: null,
      last_setup_error: body as SetupIntent['last_setup_error'],
    },
    'setup_intent.setup_failed',
  )
  const failure = new StripeFailure(402, { ...body, setup_intent: present(scope, failed) }, true)
  return { intent: failed, failure }
}
