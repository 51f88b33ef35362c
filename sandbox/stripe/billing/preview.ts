import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'
import { pendingItems } from './invoice-items.ts'
import { itemLine } from './invoice-lines.ts'
import { createInvoice } from './invoices.ts'
import { endPeriod, endTrial } from './subscriptions/renewals.ts'
import { endPhase } from './subscriptions/schedules.ts'
import { changeSubscription, type SubscriptionChange } from './subscriptions/subscription-changes.ts'
import type { ItemChange } from './subscriptions/subscription-items.ts'
import { periodOf } from './subscriptions/subscription-items.ts'
import { createSubscription, invoiceOf } from './subscriptions/subscriptions.ts'

export interface PreviewRequest {
  customer?: string | null
  subscription?: string | null
  items?: ItemChange[]
  taxRates?: string[]
  change?: SubscriptionChange
}

/**
 * The change is made, its next invoice read, and all rolled back, so that a preview equals the change.
 *
 * @throws StripeFailure 404 `invoice_upcoming_none` if the subscription ends without another invoice
 */
export function previewInvoice(scope: Scope, request: PreviewRequest): Records['invoice'] {
  const mark = scope.world.mark()
  try {
    const invoice = madeInvoice(scope, request)
    return {
      ...invoice,
      id: newId('upcoming_in'),
      status: 'draft',
      number: null,
      amount_paid: 0,
      amount_remaining: invoice.amount_due,
      attempted: false,
      attempt_count: 0,
      hosted_invoice_url: null,
      invoice_pdf: null,
      status_transitions: {
        finalized_at: null,
        marked_uncollectible_at: null,
        paid_at: null,
        voided_at: null,
      },
    }
  } finally {
    scope.world.rollBack(mark)
  }
}

function madeInvoice(scope: Scope, request: PreviewRequest): Records['invoice'] {
  if (!request.subscription) return firstInvoice(scope, request)
  const before = scope.must('subscription', request.subscription, 'subscription')
  const home = scope.onClockOf(before.customer)
  const hasChange = request.change && Object.keys(request.change).length > 0
  const after = hasChange ? changeSubscription(home, before.id, request.change ?? {}) : before
  // A change that bills at once has already created its invoice.
  if (after.latest_invoice && after.latest_invoice !== before.latest_invoice) {
    return home.must('invoice', after.latest_invoice)
  }
  const at = home.at(periodOf(after).end)
  const isEnding = after.cancel_at_period_end || (after.cancel_at !== null && after.cancel_at <= at.now)
  if (isEnding) return lastInvoice(at, after)
  const schedule = at.find('subscription_schedule', after.schedule)
  if (schedule?.current_phase && schedule.current_phase.end_date <= at.now) endPhase(at, schedule.id)
  const { latest_invoice: ofPhase } = at.must('subscription', after.id)
  if (ofPhase && ofPhase !== after.latest_invoice) return at.must('invoice', ofPhase)
  if (after.status === 'trialing') endTrial(at, after.id)
  else endPeriod(at, after.id)
  const { latest_invoice: next } = at.must('subscription', after.id)
  // A trial without a card may end in a pause.
  if (!next || next === after.latest_invoice) return lastInvoice(at, after)
  return at.must('invoice', next)
}

/** A subscription that ends still bills pending items. */
function lastInvoice(scope: Scope, subscription: Records['subscription']): Records['invoice'] {
  const lines = pendingItems(scope, subscription).map((item) => itemLine(scope, item))
  if (lines.length === 0) {
    throw invalidRequest(`No upcoming invoices for customer: ${subscription.customer}`, {
      code: 'invoice_upcoming_none',
    })
  }
  return createInvoice(scope, { ...invoiceOf(subscription), billing_reason: 'upcoming' }, lines)
}

function firstInvoice(scope: Scope, request: PreviewRequest): Records['invoice'] {
  if (!request.customer || !request.items) {
    throw invalidRequest('You must provide a subscription, or a customer and subscription_details[items].')
  }
  const subscription = createSubscription(scope.onClockOf(request.customer), {
    customer: request.customer,
    items: request.items,
    ...(request.taxRates ? { taxRates: request.taxRates } : {}),
    paymentBehavior: 'default_incomplete',
  })
  return scope.must('invoice', subscription.latest_invoice ?? '')
}
