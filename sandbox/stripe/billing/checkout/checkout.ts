import { newId } from '#sandbox/stripe/world/ids.ts'
import { present } from '#sandbox/stripe/world/present.ts'
import type { CheckoutRequest, Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, missingParameter } from '#sandbox/stripe/world/stripe-failure.ts'
import { daySeconds } from '../calendar.ts'
import { inheritedDiscounts } from '../customer-discounts.ts'
import { chosenCoupon, couponOf, type DiscountChoice, discountAmounts } from '../discounts.ts'
import type { NewPrice } from '../prices.ts'
import { createPrice, lineText } from '../prices.ts'
import { chosenRates, sumOf, taxesOn, totalTaxes } from '../taxes.ts'
import { offeredTypes } from './bank-accounts.ts'
import { assertCanCharge } from './charges.ts'

type Session = Records['checkout.session']
type LineItem = Session['_lineItems'][number]

export interface CheckoutLine {
  price?: string | null | undefined
  newPrice?: (Omit<NewPrice, 'product'> & { productName: string }) | undefined
  quantity?: number | undefined
}

export interface NewCheckout {
  session: Partial<Session> & { mode: 'payment' | 'subscription' | 'setup' }
  lines: CheckoutLine[]
  discounts: DiscountChoice[]
  request: Omit<CheckoutRequest, 'lines' | 'coupon'>
}

/**
 * Open for 24 hours.
 * @throws StripeFailure 400 for lines that do not fit the mode, or an account that may not charge yet
 */
export function createCheckout(
  scope: Scope,
  { session: given, lines, discounts, request }: NewCheckout,
): Session {
  if (given.mode !== 'setup') assertCanCharge(scope)
  const prices = lines.map((line, index) => priceOf(scope, line, index))
  checkMode(given, prices)
  chosenRates(scope, request.taxRates, 'subscription_data[default_tax_rates]')
  const [choice] = discounts
  if (discounts.length > 1) throw invalidRequest('You may only apply one discount.', { param: 'discounts' })
  const chosen = choice ? chosenCoupon(scope, choice) : null
  const currency = given.currency ?? prices[0]?.currency ?? null
  const id = newId('cs_test', 58)
  const session = scope.build('checkout.session', {
    id,
    after_expiration: null,
    cancel_url: null,
    customer_creation: given.mode === 'payment' ? 'if_required' : null,
    expires_at: scope.now + daySeconds,
    metadata: {},
    currency,
    payment_method_options: {},
    payment_method_types: offeredTypes(scope, given.allowed_payment_method_types, currency),
    payment_status: given.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    phone_number_collection: { enabled: false },
    shipping_options: [],
    status: 'open',
    ui_mode: 'hosted_page',
    url: `${scope.pagesUrl}/pay/checkout/${scope.account}/${id}`,
    ...given,
    _lineItems: [],
    _request: {
      ...request,
      coupon: chosen?.id ?? null,
      lines: prices.map((price, index) => ({
        price: price.id,
        quantity: lines[index]?.quantity ?? 1,
        item: newId('li', 24),
      })),
    },
  })
  return scope.add('checkout.session', { ...session, ...totals(scope, session) })
}

function priceOf(scope: Scope, line: CheckoutLine, index: number): Records['price'] {
  const param = `line_items[${index}]`
  if ((line.quantity ?? 1) < 1)
    throw invalidRequest('Invalid positive integer', { param: `${param}[quantity]` })
  if (line.newPrice) {
    const { productName: name, ...rest } = line.newPrice
    const { id: product } = scope.add('product', { name, active: true, type: 'service' })
    return createPrice(scope, { ...rest, product }, { active: false })
  }
  if (!line.price) throw missingParameter(`${param}[price]`)
  const price = scope.must('price', line.price, `${param}[price]`)
  if (!price.active) {
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, {
      param: `${param}[price]`,
    })
  }
  return price
}

function checkMode(given: NewCheckout['session'], prices: Records['price'][]) {
  const recurring = prices.filter((price) => price.recurring)
  if (given.mode === 'setup') {
    if (prices.length > 0) {
      throw invalidRequest('You cannot pass `line_items` in `setup` mode.', { param: 'line_items' })
    }
    if (!given.currency && !given.allowed_payment_method_types?.length) {
      throw invalidRequest('`currency` is required in `setup` mode.', { param: 'currency' })
    }
    return
  }
  if (prices.length === 0) throw missingParameter('line_items')
  if (given.mode === 'subscription' && given.allowed_payment_method_types?.includes('acss_debit')) {
    throw invalidRequest('The payment method type `acss_debit` cannot be used in `subscription` mode.', {
      param: 'allowed_payment_method_types',
    })
  }
  if (given.mode === 'payment' && recurring.length > 0) {
    throw invalidRequest(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'mode' },
    )
  }
  if (given.mode === 'subscription' && recurring.length === 0) {
    throw invalidRequest('You must provide at least one recurring price in `subscription` mode.', {
      param: 'mode',
    })
  }
  if (new Set(prices.map((price) => price.currency)).size > 1) {
    throw invalidRequest('All prices of a session must have the same currency.', { param: 'line_items' })
  }
}

/** Recurring lines cost nothing during a trial. */
export function totals(scope: Scope, session: Session): Partial<Session> {
  if (session.mode === 'setup') {
    return { amount_subtotal: null, amount_total: null, total_details: null, _lineItems: [] }
  }
  const { lines, coupon, trialEnd } = session._request
  const rows = lines.map((line) => {
    const price = scope.must('price', line.price)
    const amount = trialEnd !== null && price.recurring ? 0 : (price.unit_amount ?? 0) * line.quantity
    return { line, price, amount }
  })
  const found = scope.find('coupon', coupon) ?? inheritedCoupon(scope, session)
  const [offs = []] = found
    ? discountAmounts(
        [found],
        rows.map(({ price, amount }) => ({ amount, product: price.product, discountable: true })),
      )
    : []
  const rates = (session._request.taxRates ?? []).map((id) => scope.must('tax_rate', id))
  const taxes = rows.map(({ amount }, index) => taxesOn(amount - (offs[index] ?? 0), rates))
  const items = rows.map(({ line, price, amount }, index): LineItem => {
    const off = offs[index] ?? 0
    const tax = taxes[index] ?? []
    return {
      id: line.item,
      object: 'item',
      adjustable_quantity: null,
      amount_discount: off,
      amount_subtotal: amount,
      amount_tax: sumOf(tax),
      amount_total: amount - off + sumOf(tax, 'exclusive'),
      currency: price.currency,
      description: scope.find('product', price.product)?.name ?? lineText(scope, price, line.quantity),
      metadata: {},
      price: present(scope, price) as unknown as LineItem['price'],
      quantity: line.quantity,
    }
  })
  const subtotal = rows.reduce((sum, row) => sum + row.amount, 0)
  const off = offs.reduce((a, b) => a + b, 0)
  return {
    amount_subtotal: subtotal,
    amount_total: subtotal - off + sumOf(taxes.flat(), 'exclusive'),
    total_details: { amount_discount: off, amount_shipping: 0, amount_tax: sumOf(taxes.flat()) },
    _taxes: totalTaxes(taxes),
    discounts: found ? [{ coupon: found.id, promotion_code: null }] : [],
    _lineItems: items,
  }
}

function inheritedCoupon(scope: Scope, { mode, customer }: Session): Records['coupon'] | undefined {
  if (mode !== 'subscription' || !customer) return undefined
  const [discount] = inheritedDiscounts(scope, customer)
  return discount && couponOf(scope, discount)
}

export function expireCheckout(scope: Scope, id: string): Session {
  const session = scope.must('checkout.session', id)
  if (session.status !== 'open') {
    throw invalidRequest(
      `Only Checkout Sessions with a status in ["open"] can be expired. This Checkout Session has a status of ${session.status}.`,
    )
  }
  cancelWaiting(scope, session)
  return scope.update('checkout.session', id, { status: 'expired', url: null }, 'checkout.session.expired')
}

/** A bank's answer after the page has closed must not collect money. */
function cancelWaiting(scope: Scope, session: Session) {
  const given = { status: 'canceled', cancellation_reason: 'abandoned', next_action: null } as const
  if (scope.find('payment_intent', session._waitingFor)) {
    const change = { ...given, canceled_at: scope.now }
    scope.update('payment_intent', session._waitingFor ?? '', change, 'payment_intent.canceled')
  }
  if (scope.find('setup_intent', session._waitingFor)) {
    scope.update('setup_intent', session._waitingFor ?? '', given, 'setup_intent.canceled')
  }
}
