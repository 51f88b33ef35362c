import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest } from '#sandbox/stripe/world/stripe-failure.ts'
import { voidInvoice } from '../invoices.ts'
import { prorate } from './proration.ts'
import { beginPeriod } from './renewals.ts'
import { setRunning } from './subscription-status.ts'

type Subscription = Records['subscription']

/** How long an unpaid resumption invoice waits at Stripe. */
export const resumptionSeconds = 23 * 60 * 60

/**
 * Unused time is credited to the next invoice unless `isCredited` is false. @throws StripeFailure 400 for one that is
 * not active
 */
export function pauseSubscription(scope: Scope, id: string, isCredited: boolean): Subscription {
  const before = scope.must('subscription', id)
  if (before.status !== 'active') {
    throw invalidRequest(`You cannot pause a subscription whose status is ${before.status}.`)
  }
  if (isCredited) for (const item of before.items.data) prorate(scope, before, item, null, scope.now)
  const paused = scope.update('subscription', id, {
    status: 'paused',
    status_details: {
      paused: {
        type: 'subscription',
        transitioned_at: scope.now,
        subscription: { type: 'pause_requested' },
      },
    },
  })
  scope.emit('customer.subscription.updated', paused, before)
  scope.emit('customer.subscription.paused', paused, before)
  return scope.must('subscription', id)
}

/**
 * @param onSuccess it stays paused until the invoice is paid, for 23 hours; otherwise it runs again, past due if the
 * charge failed
 * @throws StripeFailure 400 for one that is not paused
 */
export function resumeSubscription(scope: Scope, id: string, onSuccess: boolean): Subscription {
  const before = scope.must('subscription', id)
  if (before.status !== 'paused') {
    throw invalidRequest(`You cannot resume a subscription whose status is ${before.status}.`)
  }
  if (before.collection_method !== 'charge_automatically') {
    throw invalidRequest('Only subscriptions that are charged automatically can be resumed.')
  }
  if (before._resumption) throw invalidRequest('This subscription is already being resumed.')
  scope.update('subscription', id, { billing_cycle_anchor: scope.now })
  const anchored = onSuccess ? scope.must('subscription', id) : setRunning(scope, id)
  beginPeriod(scope, anchored, anchored.status, onSuccess ? 'resume on payment' : 'bill now')
  return scope.must('subscription', id)
}

export function giveUpResumption(scope: Scope, id: string) {
  const { _resumption } = scope.must('subscription', id)
  if (scope.find('invoice', _resumption)?.status === 'open') voidInvoice(scope, _resumption ?? '')
  scope.update('subscription', id, { _resumption: null })
}
