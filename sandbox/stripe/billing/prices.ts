import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import type { Interval } from './calendar.ts'

type Price = Records['price']

/** Null for a one-time price. */
export function cadenceOf(price: Price): { interval: Interval; count: number } | null {
  return price.recurring
    ? { interval: price.recurring.interval as Interval, count: price.recurring.interval_count }
    : null
}

/** @throws StripeFailure for an unknown or inactive price */
export function activePrice(scope: Scope, id: string, param: string): Price {
  const price = scope.must('price', id, param)
  if (!price.active) {
    throw invalidRequest(`The price specified is inactive. This field only accepts active prices.`, { param })
  }
  return price
}

export interface NewPrice {
  currency: string
  unit_amount: number
  product: string
  recurring?: { interval: Interval; interval_count?: number | undefined } | undefined
}

/** A price is never modified, only replaced (docs/payments.md 8). */
export function createPrice(scope: Scope, given: NewPrice, more: Partial<Price> = {}): Price {
  if (given.unit_amount < 0) throw invalidRequest('Invalid non-negative integer', { param: 'unit_amount' })
  const product = scope.must('product', given.product, 'product')
  return scope.add(
    'price',
    {
      active: true,
      billing_scheme: 'per_unit',
      currency: given.currency.toLowerCase(),
      product: product.id,
      recurring: given.recurring
        ? {
            interval: given.recurring.interval,
            interval_count: given.recurring.interval_count ?? 1,
            meter: null,
            trial_period_days: null,
            usage_type: 'licensed',
          }
        : null,
      tax_behavior: 'unspecified',
      type: given.recurring ? 'recurring' : 'one_time',
      unit_amount: given.unit_amount,
      unit_amount_decimal: decimalText(given.unit_amount),
      ...more,
    },
    'price.created',
  )
}

/** Stripe sends decimals as text; the SDK's type for them is its own Decimal. */
export function decimalText(value: number): Price['unit_amount_decimal'] {
  return String(value) as unknown as Price['unit_amount_decimal']
}

/** The legacy plan object that subscription items still have. */
export function planOf(scope: Scope, price: Price): Records['subscription']['items']['data'][number]['plan'] {
  const cadence = cadenceOf(price)
  return {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: price.unit_amount_decimal,
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: cadence?.interval ?? 'month',
    interval_count: cadence?.count ?? 1,
    livemode: false,
    metadata: price.metadata,
    meter: null,
    nickname: price.nickname,
    product: scope.find('product', price.product)?.id ?? null,
    tiers_mode: null,
    transform_usage: null,
    trial_period_days: null,
    usage_type: 'licensed',
  }
}

/** "$49.00" */
export function moneyText(cents: number, currency: string): string {
  let format = moneyFormats.get(currency)
  if (!format) {
    format = new Intl.NumberFormat('en-US', { style: 'currency', currency })
    moneyFormats.set(currency, format)
  }
  return format.format(cents / 100)
}

const moneyFormats = new Map<string, Intl.NumberFormat>()

/** "2 × Adult member (at $49.00 / month)", as Stripe words invoice lines. */
export function lineText(scope: Scope, price: Price, quantity: number): string {
  const name = scope.find('product', price.product)?.name ?? ''
  const cadence = cadenceOf(price)
  if (!cadence) return name
  const every = cadence.count === 1 ? cadence.interval : `${cadence.count} ${cadence.interval}s`
  return `${quantity} × ${name} (at ${moneyText(price.unit_amount ?? 0, price.currency)} / ${every})`
}
