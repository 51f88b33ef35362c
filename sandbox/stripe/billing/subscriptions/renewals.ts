import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { nextPeriodEnd } from '../calendar.ts'
import { runningDiscounts } from '../discounts.ts'
import { pendingItems } from '../invoice-items.ts'
import { itemLine, periodLine } from '../invoice-lines.ts'
import { chargeInvoice, methodOfSubscription } from '../invoice-payment.ts'
import { createInvoice, draftSeconds, finalizeInvoice, intentOf, voidInvoice } from '../invoices.ts'
import { inPeriod, itemList, periodOf, sharedCadence } from './subscription-items.ts'
import { endSubscription, subscriptionOf } from './subscription-status.ts'
import { consumeOnce, invoiceOf } from './subscriptions.ts'

type Subscription = Records['subscription']

export function endPeriod(scope: Scope, id: string) {
  const subscription = scope.must('subscription', id)
  if (subscription.cancel_at_period_end) {
    endSubscription(scope, id, 'cancellation_requested')
    return
  }
  beginPeriod(scope, subscription, subscription.status, 'draft for an hour')
}

/** Without a card, the trial settings decide. */
export function endTrial(
  scope: Scope,
  id: string,
  billing: 'draft for an hour' | 'bill now' = 'draft for an hour',
) {
  const subscription = scope.must('subscription', id)
  if (billing === 'draft for an hour' && subscription.cancel_at_period_end) {
    endSubscription(scope, id, 'cancellation_requested')
    return
  }
  const missing = subscription.trial_settings?.end_behavior.missing_payment_method
  if (missing !== 'create_invoice' && !methodOfSubscription(scope, subscription)) {
    if (missing === 'cancel') endSubscription(scope, id, 'cancellation_requested')
    else pauseAfterTrial(scope, subscription)
    return
  }
  const ended = scope.update('subscription', id, { trial_end: scope.now, billing_cycle_anchor: scope.now })
  beginPeriod(scope, ended, 'active', billing)
}

function pauseAfterTrial(scope: Scope, before: Subscription) {
  const paused = scope.update('subscription', before.id, {
    status: 'paused',
    trial_end: scope.now,
    status_details: {
      paused: {
        type: 'subscription',
        transitioned_at: scope.now,
        subscription: { type: 'trial_end_without_payment_method' },
      },
    },
  })
  scope.emit('customer.subscription.updated', paused, before)
  scope.emit('customer.subscription.paused', paused, before)
}

/** @param billing when the period's invoice is charged; `resume on payment`: now, and its payment ends a pause */
export function beginPeriod(
  scope: Scope,
  subscription: Subscription,
  status: Subscription['status'],
  billing: 'draft for an hour' | 'bill now' | 'resume on payment',
) {
  const previous = periodOf(subscription)
  const { interval, count } = sharedCadence(subscription.items.data)
  const end = nextPeriodEnd(subscription.billing_cycle_anchor, interval, count, scope.now)
  const running = runningDiscounts(scope, subscription.discounts)
  const renewed = scope.update('subscription', subscription.id, {
    status,
    discounts: running.map((discount) => discount.id),
    items: itemList(subscription.id, inPeriod(subscription.items.data, scope.now, end)),
  })
  const lines = [
    ...pendingItems(scope, renewed).map((item) => itemLine(scope, item)),
    ...renewed.items.data.map((item) => periodLine(scope, renewed.id, item)),
  ]
  const isDraft = billing === 'draft for an hour'
  const invoice = createInvoice(
    scope,
    {
      ...invoiceOf(renewed),
      automatically_finalizes_at: isDraft ? scope.now + draftSeconds : null,
      billing_reason: 'subscription_cycle',
      period_start: previous.start,
      period_end: previous.end,
    },
    lines,
  )
  consumeOnce(scope, renewed, invoice)
  const after = scope.update('subscription', renewed.id, {
    latest_invoice: invoice.id,
    ...(billing === 'resume on payment' ? { _resumption: invoice.id } : {}),
  })
  scope.emit('customer.subscription.updated', after, subscription)
  if (!isDraft) finalizeAndCharge(scope, invoice.id)
}

export function finalizeAndCharge(scope: Scope, invoiceId: string) {
  const invoice = scope.must('invoice', invoiceId)
  const final = invoice.status === 'draft' ? finalizeInvoice(scope, invoiceId) : invoice
  if (final.status !== 'open' || final.collection_method !== 'charge_automatically') return
  reopenIntent(scope, invoiceId)
  chargeInvoice(scope, invoiceId, { isAutomatic: true })
}

function reopenIntent(scope: Scope, invoiceId: string) {
  const intent = intentOf(scope, invoiceId)
  if (intent?.status !== 'requires_action') return
  scope.update('payment_intent', intent.id, { status: 'requires_payment_method', next_action: null })
}

export function expireIncomplete(scope: Scope, id: string) {
  for (const invoice of scope.all('invoice')) {
    if (invoice.status === 'open' && subscriptionOf(scope, invoice)?.id === id) voidInvoice(scope, invoice.id)
  }
  scope.update(
    'subscription',
    id,
    { status: 'incomplete_expired', ended_at: scope.now },
    'customer.subscription.updated',
  )
}
