import { type MetadataChange, mergeMetadata } from '../kernel/params.ts'
import { newId, randomText } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest, noSuch } from '../world/stripe-failure.ts'
import { cardByToken } from './checkout/cards.ts'
import { attachPaymentMethod, createPaymentMethod, paymentMethodFor } from './checkout/payment-methods.ts'
import { changeBalance } from './customer-balance.ts'
import { setCustomerDiscount } from './customer-discounts.ts'
import { endSubscription, isOver } from './subscriptions/subscription-status.ts'

type Customer = Records['customer']

export interface CustomerFields {
  email?: string | null
  name?: string | null
  description?: string | null
  address?: Partial<
    Record<'line1' | 'line2' | 'city' | 'state' | 'postal_code' | 'country', string | null | undefined>
  > | null
  metadata?: MetadataChange
  defaultPaymentMethod?: string | null
  /** The customer's debt; negative is a credit to the next invoices. */
  balance?: number | undefined
  paymentMethod?: string | null
  /** The token of a test card, which becomes the default of the API before payment methods. */
  source?: string | null
  /** Null removes the discount. */
  coupon?: string | null
  testClock?: string | null
}

export function createCustomer(scope: Scope, given: CustomerFields): Customer {
  const clock = given.testClock ? scope.must('test_helpers.test_clock', given.testClock, 'test_clock') : null
  const home = clock ? scope.at(clock.frozen_time) : scope
  const customer = home.add('customer', {
    address: given.address ? wholeAddress(given.address) : null,
    currency: null,
    delinquent: false,
    discount: null,
    email: given.email ?? null,
    name: given.name ?? null,
    description: given.description ?? null,
    phone: null,
    invoice_prefix: randomText(8).toUpperCase(),
    metadata: mergeMetadata({}, given.metadata),
    next_invoice_sequence: 1,
    preferred_locales: [],
    tax_exempt: 'none',
    test_clock: clock?.id ?? null,
  })
  const { methodToAttach, settings } = cardChanges(home, customer, given)
  if (methodToAttach) attachPaymentMethod(home, methodToAttach, customer.id)
  home.update('customer', customer.id, settings)
  if (given.source) makeDefault(home, customer.id, given.source)
  if (given.coupon) setCustomerDiscount(home, customer.id, given.coupon)
  const done = home.must('customer', customer.id)
  home.emit('customer.created', done)
  return done
}

/** A default payment method must belong to the customer. */
export function updateCustomer(
  scope: Scope,
  id: string,
  given: Omit<CustomerFields, 'paymentMethod' | 'testClock'>,
): Customer {
  const before = scope.must('customer', id)
  const { settings } = cardChanges(scope, before, given)
  const { email, name, description, balance } = given
  const address = given.address ? wholeAddress(given.address) : given.address
  if (balance !== undefined && balance !== before.balance)
    changeBalance(scope, before, { amount: balance - before.balance, type: 'adjustment' })
  const changes = Object.fromEntries(
    Object.entries({ email, name, description, address }).filter(([, value]) => value !== undefined),
  )
  const metadata = mergeMetadata(before.metadata, given.metadata)
  if (given.source) makeDefault(scope, id, given.source)
  if (given.coupon !== undefined) setCustomerDiscount(scope, id, given.coupon)
  const after = scope.update('customer', id, { ...changes, metadata, ...settings })
  scope.emit('customer.updated', after, before)
  return after
}

/** As at Stripe, the card is also a payment method with the same id. */
function makeDefault(scope: Scope, customer: string, token: string) {
  const card = cardByToken(token)
  if (!card) throw noSuch('token', token, 'source')
  const expYear = new Date(scope.now * 1000).getUTCFullYear() + 1
  const method = createPaymentMethod(scope, { card, expMonth: 12, expYear }, { id: newId('card') })
  attachPaymentMethod(scope, method, customer)
  scope.update('customer', customer, { default_source: method.id })
}

function wholeAddress(given: NonNullable<CustomerFields['address']>): NonNullable<Customer['address']> {
  const { city = null, country = null, line1 = null, line2 = null, state = null } = given
  return { city, country, line1, line2, postal_code: given.postal_code ?? null, state }
}

function cardChanges(scope: Scope, customer: Customer, given: CustomerFields) {
  const methodToAttach = given.paymentMethod ? paymentMethodFor(scope, given.paymentMethod) : null
  if (given.defaultPaymentMethod === undefined) return { methodToAttach, settings: {} }
  const wanted = given.defaultPaymentMethod
  const id = wanted === given.paymentMethod ? (methodToAttach?.id ?? null) : wanted
  if (id && id !== methodToAttach?.id && scope.find('payment_method', id)?.customer !== customer.id) {
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
      { code: 'resource_missing', param: 'invoice_settings[default_payment_method]' },
    )
  }
  return {
    methodToAttach,
    settings: { invoice_settings: { ...customer.invoice_settings, default_payment_method: id } },
  }
}

/** Running subscriptions end at once, scheduled ones never begin, and references to the id stay valid. */
export function deleteCustomer(scope: Scope, id: string) {
  const customer = scope.must('customer', id)
  for (const subscription of scope.all('subscription')) {
    if (subscription.customer === id && !isOver(subscription)) {
      endSubscription(scope, subscription.id, 'cancellation_requested')
    }
  }
  for (const schedule of scope.all('subscription_schedule')) {
    if (schedule.customer !== id || schedule.status !== 'not_started') continue
    const change = { status: 'canceled', canceled_at: scope.now } as const
    scope.update('subscription_schedule', schedule.id, change, 'subscription_schedule.canceled')
  }
  scope.emit('customer.deleted', customer)
  scope.update('customer', id, { _deleted: true })
  return { id, object: 'customer', deleted: true }
}
