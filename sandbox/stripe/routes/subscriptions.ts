import { pauseSubscription, resumeSubscription } from '../billing/subscriptions/pauses.ts'
import { changeSubscription } from '../billing/subscriptions/subscription-changes.ts'
import type { ItemChange } from '../billing/subscriptions/subscription-items.ts'
import { endSubscription, isOver } from '../billing/subscriptions/subscription-status.ts'
import { createSubscription, trialEndOf } from '../billing/subscriptions/subscriptions.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  integer,
  listOf,
  type MetadataChange,
  mergeMetadata,
  metadata,
  oneOf,
  orUnset,
  type Param,
  required,
  text,
  timestamp,
} from '../kernel/params.ts'
import { invalidRequest, noSuch } from '../world/stripe-failure.ts'
import { discountParams } from './checkout.ts'

const rates = listOf(required(text))
const items = listOf(
  fields({ id: text, price: text, quantity: integer, metadata, deleted: boolean, tax_rates: rates }),
)
const newItems = listOf(fields({ price: required(text), quantity: integer, metadata, tax_rates: rates }))
const oneTimeItems = listOf(fields({ price: required(text), quantity: integer, tax_rates: rates }))

/** Unix seconds, or `now`. */
const trialEnd: Param<number | 'now'> = {
  read: (raw, name) => (raw === 'now' ? 'now' : timestamp.read(raw, name)),
}

const trialSettings = fields({
  end_behavior: required(
    fields({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
  ),
})

const collectionParams = {
  collection_method: oneOf('charge_automatically', 'send_invoice'),
  days_until_due: integer,
}

/** Null: charged automatically; undefined: not given. */
function daysUntilDueOf(params: {
  collection_method?: 'charge_automatically' | 'send_invoice' | undefined
  days_until_due?: number | undefined
}): number | null | undefined {
  const { collection_method: method, days_until_due: days } = params
  if (method === 'send_invoice' && days === undefined)
    throw invalidRequest(
      'You must pass `days_until_due` when creating or updating a subscription with `collection_method` set to `send_invoice`.',
      { param: 'days_until_due' },
    )
  if (method !== 'send_invoice' && days !== undefined)
    throw invalidRequest('You can only set `days_until_due` if the collection method is `send_invoice`.', {
      param: 'days_until_due',
    })
  return method && (days ?? null)
}

export const itemChanges = { items, prorationBehavior: oneOf('create_prorations', 'none', 'always_invoice') }

type GivenItem = Omit<ItemChange, 'metadata' | 'taxRates'> & {
  metadata?: MetadataChange | undefined
  tax_rates?: string[] | undefined
}

export function itemsOf(given: GivenItem[]): ItemChange[] {
  return given.map(({ tax_rates: taxRates, ...item }) => ({
    ...item,
    taxRates,
    metadata: item.metadata ? mergeMetadata({}, item.metadata) : undefined,
  }))
}

function oneTimeItemsOf(given: ReturnType<typeof oneTimeItems.read> | undefined) {
  return (given ?? []).map(({ price, quantity = 1, tax_rates: taxRates = [] }) => ({
    price,
    quantity,
    taxRates,
  }))
}

export const subscriptionEndpoints = [
  post(
    'subscriptions',
    {
      customer: required(text),
      items: required(newItems),
      default_payment_method: text,
      metadata,
      discounts: discountParams,
      payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
      trial_period_days: integer,
      trial_end: trialEnd,
      trial_settings: trialSettings,
      add_invoice_items: oneTimeItems,
      default_tax_rates: rates,
      ...collectionParams,
    },
    (scope, params) => {
      const customer = scope.must('customer', params.customer, 'customer')
      const home = scope.onClockOf(customer.id)
      const method = params.default_payment_method
      if (method && scope.find('payment_method', method)?.customer !== customer.id) {
        throw noSuch('payment_method', method, 'default_payment_method')
      }
      return createSubscription(home, {
        customer: customer.id,
        items: itemsOf(params.items),
        metadata: mergeMetadata({}, params.metadata),
        defaultPaymentMethod: method ?? null,
        discounts: params.discounts ?? [],
        taxRates: params.default_tax_rates ?? [],
        trialEnd: trialEndOf(home, params.trial_period_days, params.trial_end),
        addInvoiceItems: oneTimeItemsOf(params.add_invoice_items),
        paymentBehavior: params.payment_behavior ?? 'allow_incomplete',
        missingPaymentMethod: params.trial_settings?.end_behavior.missing_payment_method ?? 'create_invoice',
        daysUntilDue: daysUntilDueOf(params) ?? null,
      })
    },
  ),
  list(
    'subscriptions',
    {
      customer: text,
      price: text,
      test_clock: text,
      status: oneOf(
        'active',
        'all',
        'canceled',
        'ended',
        'incomplete',
        'incomplete_expired',
        'past_due',
        'paused',
        'trialing',
        'unpaid',
      ),
    },
    (scope, { customer, price, test_clock: clock, status }) =>
      scope
        .all('subscription')
        .filter((each) => !customer || each.customer === customer)
        .filter((each) => !price || each.items.data.some((item) => item.price.id === price))
        .filter((each) => (clock ? each.test_clock === clock : customer || each.test_clock === null))
        .filter((each) => {
          if (status === 'all') return true
          if (status === 'ended') return isOver(each)
          return status ? each.status === status : each.status !== 'canceled'
        }),
  ),
  get('subscriptions/:id', {}, (scope, _, id) => scope.must('subscription', id)),
  post(
    'subscriptions/:id',
    {
      items,
      default_payment_method: text,
      metadata,
      cancel_at_period_end: boolean,
      cancel_at: orUnset(timestamp),
      payment_behavior: oneOf('allow_incomplete', 'error_if_incomplete'),
      proration_behavior: oneOf('create_prorations', 'none', 'always_invoice'),
      proration_date: timestamp,
      trial_end: trialEnd,
      default_tax_rates: rates,
      ...collectionParams,
    },
    (scope, params, id) => {
      const daysUntilDue = daysUntilDueOf(params)
      const home = scope.onClockOf(scope.must('subscription', id).customer)
      return changeSubscription(home, id, {
        ...(params.items ? { items: itemsOf(params.items) } : {}),
        ...(params.default_tax_rates ? { taxRates: params.default_tax_rates } : {}),
        ...(params.metadata !== undefined ? { metadata: params.metadata } : {}),
        ...(params.default_payment_method !== undefined
          ? { defaultPaymentMethod: params.default_payment_method }
          : {}),
        ...(params.cancel_at_period_end !== undefined
          ? { cancelAtPeriodEnd: params.cancel_at_period_end }
          : {}),
        ...(params.cancel_at !== undefined ? { cancelAt: params.cancel_at } : {}),
        ...(params.trial_end !== undefined ? { trialEnd: params.trial_end } : {}),
        ...(params.proration_behavior ? { prorationBehavior: params.proration_behavior } : {}),
        ...(params.proration_date !== undefined ? { prorationDate: params.proration_date } : {}),
        ...(params.payment_behavior ? { paymentBehavior: params.payment_behavior } : {}),
        ...(daysUntilDue !== undefined ? { daysUntilDue } : {}),
      })
    },
  ),
  post(
    'subscriptions/:id/pause',
    {
      type: oneOf('subscription'),
      bill_for: fields({
        unused_time_from: fields({ type: required(oneOf('none', 'now')) }),
        outstanding_usage_through: fields({ type: required(oneOf('none', 'now')) }),
      }),
      invoicing_behavior: oneOf('pending_invoice_item'),
    },
    (scope, params, id) => {
      const home = scope.onClockOf(scope.must('subscription', id).customer)
      return pauseSubscription(home, id, params.bill_for?.unused_time_from?.type !== 'none')
    },
  ),
  post(
    'subscriptions/:id/resume',
    {
      billing_cycle_anchor: fields({ type: required(oneOf('now')) }),
      payment_behavior: oneOf('resume_on_payment_attempt', 'resume_on_payment_success'),
      // Unused time is credited on pausing, never on resuming.
      proration_behavior: oneOf('none'),
    },
    (scope, params, id) => {
      const home = scope.onClockOf(scope.must('subscription', id).customer)
      return resumeSubscription(home, id, params.payment_behavior === 'resume_on_payment_success')
    },
  ),
  del('subscriptions/:id', {}, (scope, _, id) => {
    const subscription = scope.must('subscription', id)
    if (isOver(subscription))
      throw invalidRequest(`No such subscription: ${id}`, { code: 'resource_missing', param: 'id' })
    return endSubscription(scope.onClockOf(subscription.customer), id, 'cancellation_requested')
  }),
]
