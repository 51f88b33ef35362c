import { type MetadataChange, mergeMetadata } from '#sandbox/stripe/kernel/params.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, noSuch, StripeFailure, unsupported } from '#sandbox/stripe/world/stripe-failure.ts'
import { nextPeriodEnd } from '../calendar.ts'
import { pendingItems } from '../invoice-items.ts'
import { itemLine, periodLine } from '../invoice-lines.ts'
import { chargeInvoice } from '../invoice-payment.ts'
import { createInvoice, finalizeInvoice, intentOf } from '../invoices.ts'
import { chosenRates } from '../taxes.ts'
import { prorate } from './proration.ts'
import { endTrial } from './renewals.ts'
import { copyToPhase } from './schedule-phases.ts'
import {
  type ItemChange,
  inPeriod,
  itemList,
  newItem,
  periodOf,
  type SubscriptionItem,
  sharedCadence,
} from './subscription-items.ts'
import { isOver } from './subscription-status.ts'
import { collectionOf, consumeOnce, invoiceOf, noticeTrialEnd } from './subscriptions.ts'

type Subscription = Records['subscription']

export interface SubscriptionChange {
  items?: ItemChange[]
  metadata?: MetadataChange
  /** For items without their own rates. */
  taxRates?: string[]
  description?: string | null
  defaultPaymentMethod?: string | null
  cancelAtPeriodEnd?: boolean
  cancelAt?: number | null
  trialEnd?: number | 'now' | null
  prorationBehavior?: 'create_prorations' | 'none' | 'always_invoice'
  prorationDate?: number
  paymentBehavior?: 'allow_incomplete' | 'error_if_incomplete'
  /** Null: charged automatically. Invoices made before stay as they are. */
  daysUntilDue?: number | null
}

/**
 * A change of items is prorated; a change of the billing interval, or `always_invoice`, bills at once.
 *
 * @throws StripeFailure 400 for one that has ended; 402 if `error_if_incomplete` and the charge fails
 */
export function changeSubscription(scope: Scope, id: string, change: SubscriptionChange): Subscription {
  const before = scope.must('subscription', id)
  if (isOver(before)) {
    throw invalidRequest(`A canceled subscription can only update its cancellation_details and metadata.`)
  }
  scope.update('subscription', id, plainChanges(scope, before, change))
  const billsNow = change.items ? changeItems(scope, id, change.items, change) : false
  if (change.trialEnd !== undefined) moveTrialEnd(scope, id, change.trialEnd, change.prorationBehavior)
  if (change.items) copyToPhase(scope, scope.must('subscription', id))
  if (billsNow || (change.prorationBehavior === 'always_invoice' && change.items)) {
    billChanges(scope, id, billsNow, change)
  }
  scope.emit('customer.subscription.updated', scope.must('subscription', id), before)
  return scope.must('subscription', id)
}

function plainChanges(scope: Scope, before: Subscription, change: SubscriptionChange): Partial<Subscription> {
  const changes: Partial<Subscription> = { metadata: mergeMetadata(before.metadata, change.metadata) }
  if (change.daysUntilDue !== undefined) Object.assign(changes, collectionOf(change.daysUntilDue))
  if (change.description !== undefined) changes.description = change.description
  if (change.taxRates) {
    changes.default_tax_rates = chosenRates(scope, change.taxRates, 'default_tax_rates')
  }
  if (change.defaultPaymentMethod !== undefined) {
    changes.default_payment_method = ownMethod(scope, before, change.defaultPaymentMethod)
  }
  if (before.schedule && (change.cancelAtPeriodEnd !== undefined || change.cancelAt !== undefined)) {
    throw invalidRequest(
      `The subscription is managed by the subscription schedule \`${before.schedule}\`, and updating any cancelation behavior directly is not allowed. Please update the schedule instead.`,
    )
  }
  if (change.cancelAtPeriodEnd !== undefined && change.cancelAt !== undefined && change.cancelAt !== null) {
    throw invalidRequest('You may only specify one of cancel_at and cancel_at_period_end.')
  }
  if (change.cancelAtPeriodEnd !== undefined) {
    const isEnding = change.cancelAtPeriodEnd
    return {
      ...changes,
      ...ending(scope, isEnding ? periodOf(before).end : null),
      cancel_at_period_end: isEnding,
    }
  }
  if (change.cancelAt === undefined) return changes
  if (change.cancelAt !== null && change.cancelAt <= scope.now) {
    throw invalidRequest('cancel_at must be in the future.', { param: 'cancel_at' })
  }
  return { ...changes, ...ending(scope, change.cancelAt), cancel_at_period_end: false }
}

function ending(scope: Scope, at: number | null): Partial<Subscription> {
  return {
    cancel_at: at,
    canceled_at: at === null ? null : scope.now,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      reason: at === null ? null : 'cancellation_requested',
    },
  }
}

function ownMethod(scope: Scope, subscription: Subscription, id: string | null): string | null {
  if (id === null) return null
  const method = scope.must('payment_method', id, 'default_payment_method')
  if (method.customer !== subscription.customer) {
    throw invalidRequest(`The customer does not have a payment method with the ID ${id}.`, {
      param: 'default_payment_method',
      code: 'resource_missing',
    })
  }
  return id
}

/** @returns whether a new period starts and is billed now */
function changeItems(scope: Scope, id: string, changes: ItemChange[], how: SubscriptionChange): boolean {
  const subscription = scope.must('subscription', id)
  const behavior = how.prorationBehavior ?? 'create_prorations'
  const moment = how.prorationDate ?? scope.now
  const period = periodOf(subscription)
  if (moment < period.start || moment > period.end) {
    throw invalidRequest('Cannot specify proration_date outside of the current period.', {
      param: 'proration_date',
    })
  }
  const items = [...subscription.items.data]
  const swaps: [SubscriptionItem | null, SubscriptionItem | null][] = []
  for (const [index, change] of changes.entries()) {
    const at = change.id ? items.findIndex((item) => item.id === change.id) : -1
    if (change.id && at < 0) throw noSuch('subscription_item', change.id, `items[${index}][id]`)
    const was = items[at] ?? null
    const is = change.deleted ? null : changedItem(scope, subscription, was, change, `items[${index}]`)
    if (was && is) items[at] = is
    else if (was) items.splice(at, 1)
    else if (is) items.push(is)
    swaps.push([was, is])
  }
  const before = sharedCadence(subscription.items.data)
  const after = sharedCadence(items)
  const isNewInterval = before.interval !== after.interval || before.count !== after.count
  if (behavior !== 'none') {
    for (const [was, is] of swaps) {
      if (was && is && was.price.id === is.price.id && was.quantity === is.quantity) continue
      prorate(scope, subscription, was, isNewInterval ? null : is, moment)
    }
  }
  if (!isNewInterval || subscription.status === 'trialing') {
    scope.update('subscription', id, { items: itemList(id, items) })
    return false
  }
  const end = nextPeriodEnd(scope.now, after.interval, after.count, scope.now)
  scope.update('subscription', id, {
    billing_cycle_anchor: scope.now,
    items: itemList(id, inPeriod(items, scope.now, end)),
  })
  return true
}

function changedItem(
  scope: Scope,
  subscription: Subscription,
  was: SubscriptionItem | null,
  change: ItemChange,
  param: string,
): SubscriptionItem {
  if (!was) return newItem(scope, subscription.id, change, periodOf(subscription), param)
  const fresh = newItem(
    scope,
    subscription.id,
    {
      price: change.price ?? was.price.id,
      quantity: change.quantity ?? was.quantity,
      metadata: change.metadata ?? was.metadata,
      taxRates: change.taxRates,
    },
    { start: was.current_period_start, end: was.current_period_end },
    param,
  )
  const taxRates = change.taxRates ? fresh.tax_rates : was.tax_rates
  return { ...fresh, id: was.id, created: was.created, tax_rates: taxRates }
}

function moveTrialEnd(
  scope: Scope,
  id: string,
  trialEnd: number | 'now' | null,
  proration: SubscriptionChange['prorationBehavior'],
) {
  const subscription = scope.must('subscription', id)
  if (subscription.status !== 'trialing') return moveBillingDate(scope, subscription, trialEnd, proration)
  if (trialEnd === 'now' || trialEnd === null) return endTrial(scope, id, 'bill now')
  if (trialEnd <= scope.now) throw invalidRequest('trial_end must be in the future.', { param: 'trial_end' })
  scope.update('subscription', id, {
    trial_end: trialEnd,
    billing_cycle_anchor: trialEnd,
    items: itemList(id, inPeriod(subscription.items.data, periodOf(subscription).start, trialEnd)),
  })
  noticeTrialEnd(scope, id)
}

/** A trial without proration moves the next renewal of a running subscription; its own invoice is 0. */
function moveBillingDate(
  scope: Scope,
  { id, status, items }: Subscription,
  trialEnd: number | 'now' | null,
  proration: SubscriptionChange['prorationBehavior'],
) {
  if (status !== 'active' || proration !== 'none' || typeof trialEnd !== 'number')
    throw unsupported('a trial with proration, or of a subscription that is not active', 'trial_end')
  if (trialEnd <= scope.now) throw invalidRequest('trial_end must be in the future.', { param: 'trial_end' })
  const moved = scope.update('subscription', id, {
    status: 'trialing',
    trial_start: scope.now,
    trial_end: trialEnd,
    billing_cycle_anchor: trialEnd,
    items: itemList(id, inPeriod(items.data, scope.now, trialEnd)),
  })
  const lines = moved.items.data.map((item) => periodLine(scope, id, item, true))
  const invoice = createInvoice(scope, { ...invoiceOf(moved), billing_reason: 'subscription_update' }, lines)
  scope.update('subscription', id, { latest_invoice: invoice.id })
  finalizeInvoice(scope, invoice.id)
  noticeTrialEnd(scope, id)
}

function billChanges(scope: Scope, id: string, isNewPeriod: boolean, change: SubscriptionChange) {
  const subscription = scope.must('subscription', id)
  const lines = pendingItems(scope, subscription).map((item) => itemLine(scope, item))
  if (isNewPeriod) lines.push(...subscription.items.data.map((item) => periodLine(scope, id, item)))
  if (lines.length === 0) return
  const invoice = createInvoice(
    scope,
    { ...invoiceOf(subscription), billing_reason: 'subscription_update' },
    lines,
  )
  consumeOnce(scope, subscription, invoice)
  scope.update('subscription', id, { latest_invoice: invoice.id })
  const final = finalizeInvoice(scope, invoice.id)
  if (final.status === 'paid' || final.collection_method === 'send_invoice') return
  const { invoice: charged, failure } = chargeInvoice(scope, final.id, { isAutomatic: true })
  if (charged.status === 'paid' || change.paymentBehavior !== 'error_if_incomplete') return
  if (intentOf(scope, final.id)?.status === 'processing') return
  // The error rolls the whole change back.
  throw new StripeFailure(
    402,
    failure?.body ?? {
      type: 'card_error',
      code: 'subscription_payment_intent_requires_action',
      message:
        'Payment for this subscription requires additional user action before it can be completed successfully.',
    },
  )
}
