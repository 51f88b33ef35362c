import type { Stripe } from 'stripe'
import { newId } from '#sandbox/stripe/world/ids.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, noSuch } from '#sandbox/stripe/world/stripe-failure.ts'
import { cardByToken } from './cards.ts'
import { attachPaymentMethod, createPaymentMethod, detachPaymentMethod } from './payment-methods.ts'

type PaymentMethod = Records['payment_method']

/**
 * For the API before payment methods. As at Stripe, the card is also a payment method with the same id; a customer's
 * first becomes the default.
 *
 * @throws StripeFailure 400 for an unknown token; 402 if the bank refuses the card
 */
export function addSource(scope: Scope, customerId: string, token: string): PaymentMethod {
  const card = cardByToken(token)
  if (!card) throw noSuch('token', token, 'source')
  const expYear = new Date(scope.now * 1000).getUTCFullYear() + 1
  const method = createPaymentMethod(scope, { card, expMonth: 12, expYear }, { id: newId('card') })
  const source = attachPaymentMethod(scope, method, customerId)
  if (!scope.must('customer', customerId).default_source)
    scope.update('customer', customerId, { default_source: source.id })
  scope.emit('customer.source.created', cardOf(source))
  return source
}

export function sourcesOf(scope: Scope, customerId: string): PaymentMethod[] {
  return scope.all('payment_method').filter((each) => each.customer === customerId && isSource(each))
}

/** @throws StripeFailure 404 for any other card */
export function mustSource(scope: Scope, customerId: string, id: string, param?: string): PaymentMethod {
  const found = scope.find('payment_method', id)
  if (!found || !isSource(found) || found.customer !== customerId) throw noSuch('source', id, param)
  return found
}

export function makeDefaultSource(scope: Scope, customerId: string, id: string) {
  const source = mustSource(scope, customerId, id, 'default_source')
  scope.update('customer', customerId, { default_source: source.id })
}

export interface SourceChange {
  expMonth: number | undefined
  expYear: number | undefined
  name: string | null | undefined
  metadata: Record<string, string>
}

export function changeSource(
  scope: Scope,
  customerId: string,
  id: string,
  change: SourceChange,
): PaymentMethod {
  const before = mustSource(scope, customerId, id)
  const { card, billing_details: billing } = before
  if (!card) throw invalidRequest('This source is no card.')
  if ((change.expMonth ?? 1) < 1 || (change.expMonth ?? 1) > 12)
    throw invalidRequest("Your card's expiration month is invalid.", { param: 'exp_month' })
  const after = scope.update('payment_method', id, {
    billing_details: { ...billing, name: change.name === undefined ? billing.name : change.name },
    card: {
      ...card,
      exp_month: change.expMonth ?? card.exp_month,
      exp_year: change.expYear ?? card.exp_year,
    },
    metadata: change.metadata,
  })
  scope.emit('customer.source.updated', cardOf(after), cardOf(before))
  return after
}

/** Another card of the customer becomes the default. */
export function removeSource(scope: Scope, customerId: string, id: string) {
  const source = mustSource(scope, customerId, id)
  const card = cardOf(source)
  const isDefault = scope.must('customer', customerId).default_source === id
  detachPaymentMethod(scope, id)
  if (isDefault) {
    const next = sourcesOf(scope, customerId).at(-1)?.id ?? null
    scope.update('customer', customerId, { default_source: next }, 'customer.updated')
  }
  scope.emit('customer.source.deleted', card)
  return { id, object: 'card', deleted: true }
}

function isSource({ id }: PaymentMethod): boolean {
  return id.startsWith('card_')
}

export function cardOf(method: PaymentMethod): Stripe.Card {
  const { card, billing_details: billing } = method
  if (!card) throw new Error(`Payment method ${method.id} has no card`)
  return {
    id: method.id,
    object: 'card',
    address_city: billing.address?.city ?? null,
    address_country: billing.address?.country ?? null,
    address_line1: billing.address?.line1 ?? null,
    address_line1_check: null,
    address_line2: billing.address?.line2 ?? null,
    address_state: billing.address?.state ?? null,
    address_zip: billing.address?.postal_code ?? null,
    address_zip_check: null,
    brand: brands[card.brand] ?? card.brand,
    country: card.country,
    customer: method.customer,
    cvc_check: 'pass',
    dynamic_last4: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    fingerprint: card.fingerprint ?? null,
    funding: card.funding,
    last4: card.last4,
    metadata: method.metadata,
    name: billing.name,
    regulated_status: 'unregulated',
    tokenization_method: null,
  }
}

const brands: Record<string, string> = { visa: 'Visa', mastercard: 'MasterCard', amex: 'American Express' }
