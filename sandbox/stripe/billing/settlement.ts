import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import type { StripeFailure } from '../world/stripe-failure.ts'
import { answerCheckout, settleCheckout } from './checkout/checkout-payment.ts'
import { settleDebit } from './checkout/debits.ts'
import { confirmIntent, refuseAuthentication, waitForConfirmation } from './checkout/payment-intents.ts'
import { confirmSetupIntent, refuseSetup } from './checkout/setup-intents.ts'
import { endDebit, settleInvoice } from './invoice-payment.ts'

type Intent = Records['payment_intent'] | Records['setup_intent']

export function carryOver(scope: Scope, intent: Intent, failure: StripeFailure | null) {
  if (intent.object === 'payment_intent' && intent._invoice) settleInvoice(scope, intent, false)
  else if (intent._checkout) settleCheckout(scope, intent, failure)
}

/** The banks answer a debit: invoice and payment page follow. */
export function answerDebit(scope: Scope, intentId: string) {
  const intent = settleDebit(scope, intentId)
  if (intent._invoice) endDebit(scope, intent)
  if (intent._checkout) answerCheckout(scope, intent)
}

/** @returns the intent's new state */
export function answerBank(scope: Scope, intent: Intent, approves: boolean): Intent {
  const { intent: outcome, failure } = answered(scope, intent, approves)
  carryOver(scope, outcome, failure)
  return outcome
}

function answered(scope: Scope, intent: Intent, approves: boolean) {
  if (intent.object === 'setup_intent') {
    return approves
      ? confirmSetupIntent(scope, intent.id, { authenticated: true })
      : refuseSetup(scope, intent.id)
  }
  if (approves && intent.confirmation_method === 'manual') return waitForConfirmation(scope, intent.id)
  return approves
    ? confirmIntent(scope, intent.id, { authenticated: true })
    : refuseAuthentication(scope, intent.id)
}
