import { createHash } from 'node:crypto'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, StripeFailure } from '#sandbox/stripe/world/stripe-failure.ts'
import { accountByAlias, bankAccountOf, createBankMethod } from './bank-accounts.ts'
import { cardByAlias, cardByName, type Decline, type TestCard } from './cards.ts'

type PaymentMethod = Records['payment_method']

export interface CardDetails {
  card: TestCard
  expMonth: number
  expYear: number
}

export function createPaymentMethod(
  scope: Scope,
  { card, expMonth, expYear }: CardDetails,
  more: Partial<PaymentMethod> = {},
): PaymentMethod {
  return scope.add('payment_method', {
    type: 'card',
    metadata: {},
    _card: card.name,
    card: {
      brand: card.brand,
      checks: { address_line1_check: null, address_postal_code_check: null, cvc_check: 'pass' },
      country: 'US',
      display_brand: card.brand,
      exp_month: expMonth,
      exp_year: expYear,
      fingerprint: fingerprintOf(card),
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: { available: [card.brand], preferred: null },
      regulated_status: 'unregulated',
      three_d_secure_usage: { supported: true },
      wallet: null,
    },
    ...more,
  })
}

/** As at Stripe, equal for the same number within an account. */
function fingerprintOf(card: TestCard): string {
  return createHash('sha256').update(`sandbox ${card.name}`).digest('base64url').slice(0, 16)
}

/** The payment method with this id, or a new one for an alias such as `pm_card_visa`. */
export function paymentMethodFor(scope: Scope, idOrAlias: string, param = 'payment_method'): PaymentMethod {
  const account = accountByAlias(idOrAlias)
  if (account) return createBankMethod(scope, account)
  const card = cardByAlias(idOrAlias)
  if (!card) return scope.must('payment_method', idOrAlias, param)
  const expYear = new Date(scope.now * 1000).getUTCFullYear() + 1
  return createPaymentMethod(scope, { card, expMonth: 12, expYear })
}

/** @throws StripeFailure 402 if the bank refuses the card; 400 if it belongs to another customer */
export function attachPaymentMethod(scope: Scope, method: PaymentMethod, customerId: string): PaymentMethod {
  scope.must('customer', customerId, 'customer')
  if (method.customer === customerId) return method
  if (method.customer) {
    throw invalidRequest('The payment method you provided has already been attached to a customer.', {
      code: 'payment_method_unexpected_state',
    })
  }
  const card = bankAccountOf(method) ? null : cardByName(method._card)
  if (card && !card.canBeSaved && card.decline) throw new StripeFailure(402, declineBody(card.decline))
  return scope.update('payment_method', method.id, { customer: customerId }, 'payment_method.attached')
}

export function detachPaymentMethod(scope: Scope, id: string): PaymentMethod {
  const method = scope.must('payment_method', id)
  if (!method.customer) {
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  }
  const customer = scope.find('customer', method.customer)
  if (customer?.invoice_settings.default_payment_method === id) {
    scope.update('customer', customer.id, {
      invoice_settings: { ...customer.invoice_settings, default_payment_method: null },
    })
  }
  if (customer?.default_source === id) scope.update('customer', customer.id, { default_source: null })
  return scope.update('payment_method', id, { customer: null }, 'payment_method.detached')
}

export function declineBody(decline: Decline) {
  return {
    type: 'card_error' as const,
    code: decline.code,
    decline_code: decline.declineCode,
    message: decline.message,
  }
}

export function bankVerdict(method: PaymentMethod): 'yes' | 'ask the payer' | Decline {
  if (bankAccountOf(method)) return 'yes'
  const card = cardByName(method._card)
  if (card.decline) return card.decline
  if (card.bankAsks === 'always') return 'ask the payer'
  if (card.bankAsks === 'until set up' && !method._isSetUp) return 'ask the payer'
  return 'yes'
}

export function bankVerdictOnSetup(method: PaymentMethod): 'yes' | 'ask the payer' | Decline {
  if (bankAccountOf(method)) return 'yes'
  const card = cardByName(method._card)
  if (card.decline && !card.canBeSaved) return card.decline
  return card.bankAsks ? 'ask the payer' : 'yes'
}
