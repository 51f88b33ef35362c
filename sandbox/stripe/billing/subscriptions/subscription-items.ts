import { newId } from '#sandbox/stripe/world/ids.ts'
import { present } from '#sandbox/stripe/world/present.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest } from '#sandbox/stripe/world/stripe-failure.ts'
import { activePrice, cadenceOf, planOf } from '../prices.ts'
import { chosenRates } from '../taxes.ts'

type Subscription = Records['subscription']
export type SubscriptionItem = Subscription['items']['data'][number]

/** `id` names an existing item. */
export interface ItemChange {
  id?: string | null | undefined
  price?: string | null | undefined
  quantity?: number | undefined
  deleted?: boolean | undefined
  metadata?: Record<string, string> | undefined
  taxRates?: string[] | undefined
}

export function newItem(
  scope: Scope,
  subscription: string,
  change: ItemChange,
  period: { start: number; end: number },
  param = 'items',
): SubscriptionItem {
  if (!change.price) throw invalidRequest('Missing required param: items[price].', { param })
  const price = activePrice(scope, change.price, `${param}[price]`)
  if (!price.recurring) {
    throw invalidRequest(
      `The price specified is set to \`type=one_time\` but this field only accepts prices with \`type=recurring\`.`,
      { param: `${param}[price]` },
    )
  }
  const quantity = change.quantity ?? 1
  if (quantity < 0) throw invalidRequest('Invalid non-negative integer', { param: `${param}[quantity]` })
  return {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: scope.now,
    current_period_start: period.start,
    current_period_end: period.end,
    current_trial: null,
    discounts: [],
    metadata: change.metadata ?? {},
    plan: planOf(scope, price),
    price: present(scope, price) as unknown as SubscriptionItem['price'],
    quantity,
    subscription,
    tax_rates: chosenRates(scope, change.taxRates, `${param}[tax_rates]`),
  }
}

/** All items bill together, as at Stripe unless intervals are mixed. */
export function sharedCadence(items: SubscriptionItem[]) {
  const cadences = items.map((item) => cadenceOf(item.price as unknown as Records['price']))
  const [first] = cadences
  if (!first) throw invalidRequest('A subscription needs at least one item.', { param: 'items' })
  if (cadences.some((each) => each?.interval !== first.interval || each.count !== first.count)) {
    throw invalidRequest('All prices of a subscription must have the same billing interval.', {
      param: 'items',
    })
  }
  return first
}

export function itemList(subscription: string, data: SubscriptionItem[]): Subscription['items'] {
  return { object: 'list', data, has_more: false, url: `/v1/subscription_items?subscription=${subscription}` }
}

export function periodOf(subscription: Subscription): { start: number; end: number } {
  const [item] = subscription.items.data
  if (!item) throw new Error(`Subscription ${subscription.id} has no items`)
  return { start: item.current_period_start, end: item.current_period_end }
}

export function inPeriod(items: SubscriptionItem[], start: number, end: number): SubscriptionItem[] {
  return items.map((item) => ({ ...item, current_period_start: start, current_period_end: end }))
}
