import { newId, randomText } from '#sandbox/stripe/world/ids.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import { platform, type Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest } from '#sandbox/stripe/world/stripe-failure.ts'
import { recordBalance } from '../balance.ts'
import { cardByName, type Decline } from './cards.ts'

type Charge = Records['charge']

/** Stripe's US fee for cards: 2.9 % and 30 cents. */
const feeRate = 0.029
const feeFixed = 30

/**
 * A success creates a balance transaction with the fee. With manual capture it only authorizes the amount.
 */
export function createCharge(
  scope: Scope,
  intent: Records['payment_intent'],
  method: Records['payment_method'],
  decline: Decline | null,
): Charge {
  const id = newId('ch')
  const paid = decline === null
  const captured = paid && intent.capture_method !== 'manual'
  const account = scope.in(platform).find('account', scope.account)
  const name = account?.settings?.dashboard.display_name ?? account?.business_profile?.name ?? 'Carefold'
  const balance = captured ? chargeBalance(scope, intent, id, intent.amount, method) : null
  return scope.add(
    'charge',
    {
      id,
      amount: intent.amount,
      amount_captured: captured ? intent.amount : 0,
      currency: intent.currency,
      customer: intent.customer,
      description: intent.description,
      metadata: intent.metadata,
      balance_transaction: balance,
      billing_details: method.billing_details,
      calculated_statement_descriptor: name.toUpperCase().slice(0, 22),
      captured,
      failure_code: decline?.code ?? null,
      failure_message: decline?.message ?? null,
      fraud_details: {},
      outcome: outcomeOf(decline),
      paid,
      payment_intent: intent.id,
      payment_method: method.id,
      payment_method_details: { type: 'card', card: cardDetails(intent, method) },
      receipt_email: intent.receipt_email,
      receipt_number: paid ? `${digits(4)}-${digits(4)}` : null,
      shipping: intent.shipping,
      receipt_url: paid ? `${scope.pagesUrl}/pay/receipt/${scope.account}/${id}` : null,
      status: paid ? 'succeeded' : 'failed',
    },
    paid ? 'charge.succeeded' : 'charge.failed',
  )
}

export function captureCharge(
  scope: Scope,
  intent: Records['payment_intent'],
  id: string,
  amount: number,
): Charge {
  const charge = scope.must('charge', id)
  const method = scope.must('payment_method', charge.payment_method ?? '')
  if (amount < charge.amount) releaseHold(scope, charge, charge.amount - amount)
  return scope.update(
    'charge',
    id,
    {
      amount_captured: amount,
      balance_transaction: chargeBalance(scope, intent, id, amount, method),
      captured: true,
    },
    'charge.captured',
  )
}

/** The uncaptured rest is a refund that moves no money. */
export function releaseHold(scope: Scope, charge: Charge, amount: number): void {
  scope.add(
    'refund',
    {
      id: newId('re'),
      amount,
      balance_transaction: null,
      charge: charge.id,
      currency: charge.currency,
      customer: charge.customer,
      payment_intent: charge.payment_intent,
      payment_method: charge.payment_method,
      status: 'succeeded',
    },
    'refund.created',
  )
  scope.update(
    'charge',
    charge.id,
    { amount_refunded: amount, refunded: amount === charge.amount },
    'charge.refunded',
  )
}

function outcomeOf(decline: Decline | null): Charge['outcome'] {
  const common = { advice_code: null, network_advice_code: null, risk_level: 'normal', risk_score: 20 }
  return decline
    ? {
        ...common,
        network_decline_code: null,
        network_status: 'declined_by_network',
        reason: decline.declineCode,
        seller_message: 'The bank did not return any further details with this decline.',
        type: 'issuer_declined',
      }
    : {
        ...common,
        network_decline_code: null,
        network_status: 'approved_by_network',
        reason: null,
        seller_message: 'Payment complete.',
        type: 'authorized',
      }
}

function cardDetails(intent: Records['payment_intent'], method: Records['payment_method']) {
  const card = method.card
  if (!card) throw new Error(`Payment method ${method.id} has no card`)
  return {
    amount_authorized: intent.amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    installments: null,
    last4: card.last4,
    mandate: null,
    network: card.brand,
    network_transaction_id: null,
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  }
}

function chargeBalance(
  scope: Scope,
  intent: Records['payment_intent'],
  charge: string,
  captured: number,
  method: Records['payment_method'],
): string {
  const stripeFee = Math.round(captured * feeRate) + feeFixed
  return recordBalance(scope, {
    amount: captured,
    currency: intent.currency,
    description: intent.description,
    fee: stripeFee,
    fee_details: [
      {
        amount: stripeFee,
        application: null,
        currency: intent.currency,
        description: 'Stripe processing fees',
        type: 'stripe_fee',
      },
    ],
    source: charge,
    type: 'charge',
    reporting_category: 'charge',
    ...(cardByName(method._card).isAvailableAtOnce && { available_on: scope.now }),
  })
}

export function canCharge(scope: Scope): boolean {
  return scope.isPlatform || scope.in(platform).find('account', scope.account)?.charges_enabled === true
}

/** @throws StripeFailure 400 for a connected account that may not charge yet */
export function assertCanCharge(scope: Scope) {
  if (canCharge(scope)) return
  throw invalidRequest(
    'Your account cannot currently make charges. To find out why charges are disabled, look at the `requirements.disabled_reason` property on your account.',
    { code: 'charges_disabled' },
  )
}

function digits(count: number): string {
  return String(Number.parseInt(Buffer.from(randomText(6)).toString('hex'), 16) % 10 ** count).padStart(
    count,
    '0',
  )
}
