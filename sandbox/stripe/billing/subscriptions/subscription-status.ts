import type { Records } from '#sandbox/stripe/world/records.ts'
import { idOf } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { daySeconds } from '../calendar.ts'

type Subscription = Records['subscription']
type Invoice = Records['invoice']

export function subscriptionOf(scope: Scope, invoice: Invoice): Subscription | undefined {
  return scope.find('subscription', idOf(invoice.parent?.subscription_details?.subscription))
}

/** After a paid resumption invoice, or without waiting for it. */
export function setRunning(scope: Scope, id: string): Subscription {
  const before = scope.must('subscription', id)
  const running = scope.update('subscription', id, {
    status: 'active',
    status_details: undefined as never,
    _resumption: null,
  })
  scope.emit('customer.subscription.updated', running, before)
  scope.emit('customer.subscription.resumed', running, before)
  return running
}

export function invoicePaid(scope: Scope, invoice: Invoice) {
  const subscription = subscriptionOf(scope, invoice)
  if (subscription?._resumption === invoice.id) setRunning(scope, subscription.id)
  if (subscription?.status !== 'incomplete' && subscription?.status !== 'past_due') return
  const owesMore = scope
    .all('invoice')
    .some(
      (other) =>
        other.id !== invoice.id &&
        other.status === 'open' &&
        isOwed(scope, other) &&
        !isProcessing(scope, other) &&
        subscriptionOf(scope, other)?.id === subscription.id,
    )
  if (owesMore) return
  const isTrialing = subscription.trial_end !== null && subscription.trial_end > scope.now
  scope.update(
    'subscription',
    subscription.id,
    { status: isTrialing ? 'trialing' : 'active' },
    'customer.subscription.updated',
  )
}

/** A sent invoice from its due date on, another one after a failed attempt. */
function isOwed(scope: Scope, invoice: Invoice): boolean {
  if (invoice.collection_method !== 'send_invoice') return invoice.attempted
  return invoice.due_date !== null && invoice.due_date <= scope.now
}

/** The due date of a sent invoice whose subscription is past due from then on; null for others. */
export function overdueAt(scope: Scope, invoice: Invoice): number | null {
  if (invoice.status !== 'open' || invoice.collection_method !== 'send_invoice') return null
  return subscriptionOf(scope, invoice)?.status === 'active' ? invoice.due_date : null
}

export function becomeOverdue(scope: Scope, invoice: Invoice) {
  const subscription = subscriptionOf(scope, invoice)
  if (subscription)
    scope.update('subscription', subscription.id, { status: 'past_due' }, 'customer.subscription.updated')
}

/** A first debit that the banks have not answered yet starts its subscription. */
export function runWhileProcessing(scope: Scope, invoice: Invoice) {
  const subscription = subscriptionOf(scope, invoice)
  if (subscription?.status !== 'incomplete') return
  scope.update('subscription', subscription.id, { status: 'active' }, 'customer.subscription.updated')
}

function isProcessing(scope: Scope, invoice: Invoice): boolean {
  return scope
    .all('payment_intent')
    .some((intent) => intent._invoice === invoice.id && intent.status === 'processing')
}

/**
 * The first invoice leaves its subscription incomplete; a later one makes it past due and is retried, and after the
 * last retry the subscription is canceled.
 *
 * @returns the next charge in Unix seconds, or null
 */
export function invoiceFailed(scope: Scope, invoice: Invoice, isAutomatic: boolean): number | null {
  const subscription = subscriptionOf(scope, invoice)
  if (!subscription || isOver(subscription) || subscription.status === 'incomplete') return null
  // Its page can be tried until the due date and after it.
  if (invoice.collection_method === 'send_invoice') return null
  // A paused one stays paused, without automatic retries.
  if (subscription.status === 'paused') return null
  if (subscription.status !== 'past_due') {
    scope.update('subscription', subscription.id, { status: 'past_due' }, 'customer.subscription.updated')
  }
  if (!isAutomatic) return invoice.next_payment_attempt
  // docs/payments.md 3.
  const wait = scope.world.retryAfterDays[invoice.attempt_count - 1]
  if (wait !== undefined) return scope.now + wait * daySeconds
  endSubscription(scope, subscription.id, 'payment_failed')
  return null
}

export function isOver(subscription: Subscription): boolean {
  return subscription.status === 'canceled' || subscription.status === 'incomplete_expired'
}

/** Open and draft invoices are no longer collected automatically. */
export function endSubscription(
  scope: Scope,
  id: string,
  reason: 'cancellation_requested' | 'payment_failed',
): Subscription {
  const subscription = scope.must('subscription', id)
  for (const invoice of scope.all('invoice')) {
    const isRunning = invoice.status === 'open' || invoice.status === 'draft'
    if (!isRunning || subscriptionOf(scope, invoice)?.id !== id) continue
    scope.update('invoice', invoice.id, {
      auto_advance: false,
      next_payment_attempt: null,
      automatically_finalizes_at: null,
    })
  }
  const ended = scope.update(
    'subscription',
    id,
    {
      status: 'canceled',
      ended_at: scope.now,
      canceled_at: subscription.canceled_at ?? scope.now,
      cancellation_details: { comment: null, feedback: null, feedback_option: null, reason },
    },
    'customer.subscription.deleted',
  )
  const schedule = scope.find('subscription_schedule', subscription.schedule)
  if (schedule?.status === 'active') {
    const change = { status: 'canceled', canceled_at: scope.now, current_phase: null } as const
    const event = reason === 'payment_failed' ? 'aborted' : 'canceled'
    scope.update('subscription_schedule', schedule.id, change, `subscription_schedule.${event}`)
  }
  return ended
}
