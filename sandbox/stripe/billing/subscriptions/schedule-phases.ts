import type { Records } from '#sandbox/stripe/world/records.ts'
import { idOf } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest } from '#sandbox/stripe/world/stripe-failure.ts'
import { afterAnchor, type Interval } from '../calendar.ts'
import { activePrice, cadenceOf } from '../prices.ts'
import { type AppliedRate, chosenRates } from '../taxes.ts'
import type { ItemChange } from './subscription-items.ts'

type Schedule = Records['subscription_schedule']
type Subscription = Records['subscription']
export type Phase = Schedule['phases'][number]

/** Without an end it lasts one interval of its prices. */
export interface NewPhase {
  items: {
    price: string
    quantity?: number | undefined
    metadata: Record<string, string>
    taxRates?: string[]
  }[]
  /** Must equal the previous phase's end. */
  startDate?: number
  endDate?: number
  duration?: { interval: Interval; count: number }
  /** Number of intervals of its prices. */
  iterations?: number
  description: string | null
  metadata: Record<string, string>
  prorationBehavior: 'always_invoice' | 'create_prorations' | 'none'
  taxRates?: string[]
}

/** @throws StripeFailure 400 for one that ends before it begins */
export function phasesFrom(scope: Scope, given: NewPhase[], start: number): Phase[] {
  if (given.length === 0) throw invalidRequest('A schedule needs at least one phase.', { param: 'phases' })
  let at = start
  return given.map((each, index) => {
    if (each.startDate !== undefined && each.startDate !== at)
      throw invalidRequest(`Phases follow each other: this one begins at ${at}.`, {
        param: `phases[${index}][start_date]`,
      })
    const phase = phaseOf(scope, each, at, `phases[${index}]`)
    at = phase.end_date
    return phase
  })
}

function phaseOf(
  scope: Scope,
  given: NewPhase,
  start: number,
  param: string,
  priceOf: typeof activePrice = activePrice,
): Phase {
  const prices = given.items.map(({ price }, index) =>
    priceOf(scope, price, `${param}[items][${index}][price]`),
  )
  const [cadence] = prices.map(cadenceOf)
  if (!cadence || prices.some((price) => JSON.stringify(cadenceOf(price)) !== JSON.stringify(cadence))) {
    throw invalidRequest('The prices of a phase are recurring, with one billing interval.', { param })
  }
  if (prices.some(({ currency }) => currency !== prices[0]?.currency))
    throw invalidRequest('All prices of a phase must have the same currency.', { param })
  const { interval, count } = given.duration ?? {
    interval: cadence.interval,
    count: cadence.count * (given.iterations ?? 1),
  }
  const end = given.endDate ?? afterAnchor(start, interval, count)
  if (end <= start) throw invalidRequest('A phase must end after it begins.', { param: `${param}[end_date]` })
  return {
    add_invoice_items: [],
    application_fee_percent: null,
    billing_cycle_anchor: null,
    billing_thresholds: null,
    collection_method: null,
    currency: prices[0]?.currency ?? 'usd',
    default_payment_method: null,
    default_tax_rates: chosenRates(scope, given.taxRates, `${param}[default_tax_rates]`) as never,
    description: given.description,
    discounts: [],
    end_date: end,
    invoice_settings: null,
    items: given.items.map((item, index) => ({
      billing_thresholds: null,
      discounts: [],
      metadata: item.metadata,
      plan: item.price,
      price: item.price,
      quantity: item.quantity ?? 1,
      tax_rates: chosenRates(scope, item.taxRates, `${param}[items][${index}][tax_rates]`) as never,
    })),
    metadata: given.metadata,
    on_behalf_of: null,
    proration_behavior: given.prorationBehavior,
    start_date: start,
    transfer_data: null,
    trial_end: null,
  }
}

export function phaseOfPeriod(
  scope: Scope,
  subscription: Subscription,
  period: { start: number; end: number },
): Phase {
  const given: NewPhase = {
    items: [],
    endDate: period.end,
    description: subscription.description,
    metadata: {},
    prorationBehavior: 'create_prorations',
  }
  const prices = subscription.items.data.map(({ price }) => ({ price: price.id, metadata: {} }))
  // Its prices may have been archived since.
  const priceOf = (home: Scope, id: string) => home.must('price', id)
  const phase = phaseOf(scope, { ...given, items: prices }, period.start, 'from_subscription', priceOf)
  return {
    ...phase,
    default_tax_rates: (subscription.default_tax_rates ?? []) as never,
    items: itemsLike(subscription),
  }
}

export function copyToPhase(scope: Scope, subscription: Subscription) {
  const schedule = scope.find('subscription_schedule', subscription.schedule)
  if (schedule?.status !== 'active') return
  const items = itemsLike(subscription)
  const running = schedule.phases.find(
    ({ start_date: start }) => start === schedule.current_phase?.start_date,
  )
  if (JSON.stringify(running?.items) === JSON.stringify(items)) return
  const phases = schedule.phases.map((phase) => (phase === running ? { ...phase, items } : phase))
  scope.update('subscription_schedule', schedule.id, { phases }, 'subscription_schedule.updated')
}

function itemsLike(subscription: Subscription): Phase['items'] {
  return subscription.items.data.map((item) => ({
    billing_thresholds: null,
    discounts: [],
    metadata: item.metadata,
    plan: item.price.id,
    price: item.price.id,
    quantity: item.quantity ?? 1,
    tax_rates: (item.tax_rates ?? []) as never,
  }))
}

export function newItemsOf(phase: Phase): ItemChange[] {
  return phase.items.map((item) => ({
    price: idOf(item.price),
    quantity: item.quantity,
    metadata: item.metadata ?? {},
    taxRates: rateIds(item.tax_rates),
  }))
}

/** The item of an equal price stays, and so does a single item. */
export function itemChanges(subscription: Subscription, phase: Phase): ItemChange[] {
  const left = [...subscription.items.data]
  const wanted = newItemsOf(phase)
  const isSwap = left.length === 1 && wanted.length === 1
  const changes = wanted.map((item) => {
    const at = isSwap ? 0 : left.findIndex(({ price }) => price.id === item.price)
    const [kept] = at < 0 ? [] : left.splice(at, 1)
    return kept ? { ...item, id: kept.id } : item
  })
  return [...changes, ...left.map(({ id }) => ({ id, deleted: true }))]
}

export function rateIds(rates: unknown): string[] {
  return ((rates ?? []) as AppliedRate[]).map(({ id }) => id)
}
