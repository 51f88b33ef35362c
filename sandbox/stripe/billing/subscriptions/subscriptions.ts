import { newId } from '#sandbox/stripe/world/ids.ts'
import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { invalidRequest, StripeFailure, unsupported } from '#sandbox/stripe/world/stripe-failure.ts'
import { daySeconds, nextPeriodEnd } from '../calendar.ts'
import { type DiscountChoice, redeem } from '../discounts.ts'
import { createInvoiceItem, pendingItems } from '../invoice-items.ts'
import { itemLine, periodLine } from '../invoice-lines.ts'
import { chargeInvoice, methodOnFile, settleInvoice } from '../invoice-payment.ts'
import { createInvoice, draftSeconds, finalizeInvoice, intentOf } from '../invoices.ts'
import { chosenRates } from '../taxes.ts'
import { type ItemChange, itemList, newItem, sharedCadence } from './subscription-items.ts'

type Subscription = Records['subscription']

export interface NewSubscription {
  customer: string
  items: ItemChange[]
  metadata?: Record<string, string>
  description?: string | null
  defaultPaymentMethod?: string | null
  discounts?: DiscountChoice[]
  trialEnd?: number | null
  addInvoiceItems?: { price: string; quantity: number; taxRates?: string[] }[]
  /** For items without their own rates. */
  taxRates?: string[]
  paymentBehavior?: 'allow_incomplete' | 'default_incomplete' | 'error_if_incomplete'
  schedule?: string
  /** No payer is present: the first invoice is a draft for an hour, like renewals. */
  isBilledLater?: boolean
  /** The effect of a trial that ends without a card. */
  missingPaymentMethod?: MissingPaymentMethod
  /** Its invoices are sent and paid within these days; null: charged automatically. */
  daysUntilDue?: number | null
  /** The Checkout intent that already collected the first payment. */
  paidBy?: Records['payment_intent']
}

/** @throws StripeFailure 400 without a card to charge; 402 if `error_if_incomplete` and the charge fails */
export function createSubscription(scope: Scope, given: NewSubscription): Subscription {
  const request = given.daysUntilDue == null ? given : { ...given, isBilledLater: true }
  const customer = scope.must('customer', request.customer, 'customer')
  const id = newId('sub')
  const trialEnd = request.trialEnd && request.trialEnd > scope.now ? request.trialEnd : null
  const anchor = trialEnd ?? scope.now
  const untimed = request.items.map((item, index) =>
    newItem(scope, id, item, { start: scope.now, end: anchor }, `items[${index}]`),
  )
  const { interval, count } = sharedCadence(untimed)
  const end = trialEnd ?? nextPeriodEnd(anchor, interval, count, scope.now)
  const items = untimed.map((item) => ({ ...item, current_period_end: end }))
  const subscription = scope.add('subscription', {
    id,
    billing_cycle_anchor: anchor,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    ...collectionOf(request.daysUntilDue ?? null),
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    currency: currencyOf(items, customer),
    customer: customer.id,
    default_payment_method: request.defaultPaymentMethod ?? null,
    default_tax_rates: chosenRates(scope, request.taxRates, 'default_tax_rates'),
    description: request.description ?? null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: itemList(id, items),
    metadata: request.metadata ?? {},
    payment_settings: {
      payment_method_options: null,
      payment_method_types: null,
      save_default_payment_method: 'off',
    },
    schedule: request.schedule ?? null,
    start_date: scope.now,
    status: firstStatus(trialEnd, request),
    test_clock: customer.test_clock ?? null,
    trial_start: trialEnd ? scope.now : null,
    trial_end: trialEnd,
    trial_settings: trialSettings(request.missingPaymentMethod ?? 'create_invoice'),
  })
  const discounts = (request.discounts ?? []).map((choice) =>
    redeem(scope, choice, { customer: customer.id, subscription: id }),
  )
  scope.update('subscription', id, { discounts: discounts.map((discount) => discount.id) })
  const before = scope.must('subscription', id)
  billFirstPeriod(scope, before, request)
  scope.emit('customer.subscription.created', scope.must('subscription', id))
  if (trialEnd) noticeTrialEnd(scope, id)
  return scope.must('subscription', subscription.id)
}

export function collectionOf(daysUntilDue: number | null) {
  const collection_method = daysUntilDue === null ? 'charge_automatically' : 'send_invoice'
  return { collection_method, days_until_due: daysUntilDue } as const
}

function firstStatus(trialEnd: number | null, request: NewSubscription): Subscription['status'] {
  if (trialEnd) return 'trialing'
  return request.isBilledLater ? 'active' : 'incomplete'
}

function currencyOf(items: Subscription['items']['data'], customer: Records['customer']): string {
  const currencies = new Set(items.map((item) => item.price.currency))
  const [currency = 'usd'] = currencies
  if (currencies.size > 1 || (customer.currency && customer.currency !== currency)) {
    throw invalidRequest(
      'You cannot combine currencies on a single customer. This customer has an active subscription, invoice or invoice item in another currency.',
    )
  }
  return currency
}

function billFirstPeriod(scope: Scope, subscription: Subscription, request: NewSubscription) {
  const isTrial = subscription.trial_end !== null
  for (const item of request.addInvoiceItems ?? []) {
    createInvoiceItem(scope, { customer: subscription.customer, subscription: subscription.id, ...item })
  }
  // The payer did not agree to the customer's other pending items.
  const ownItems = pendingItems(scope, subscription).filter((item) => item.parent !== null)
  const lines = [
    ...subscription.items.data.map((item) => periodLine(scope, subscription.id, item, isTrial)),
    ...ownItems.map((item) => itemLine(scope, item)),
  ]
  const invoice = createInvoice(
    scope,
    {
      ...invoiceOf(subscription),
      billing_reason: 'subscription_create',
      auto_advance: true,
      automatically_finalizes_at: request.isBilledLater ? scope.now + draftSeconds : null,
    },
    lines,
  )
  consumeOnce(scope, subscription, invoice)
  scope.update('subscription', subscription.id, { latest_invoice: invoice.id })
  if (request.isBilledLater) return
  const isDue = invoice.amount_due > 0
  if (isDue && !request.paidBy && request.paymentBehavior !== 'default_incomplete') {
    if (!methodOnFile(scope, invoice)) throw noCard()
  }
  const final = finalizeInvoice(scope, invoice.id, request.paidBy)
  if (final.status === 'paid' || request.paymentBehavior === 'default_incomplete') return
  if (request.paidBy) {
    settleInvoice(scope, scope.must('payment_intent', request.paidBy.id), false)
    return
  }
  const { invoice: charged, failure } = chargeInvoice(scope, final.id)
  if (charged.status === 'paid' || request.paymentBehavior !== 'error_if_incomplete') return
  if (intentOf(scope, final.id)?.status === 'processing') return
  throw new StripeFailure(402, failure?.body ?? bankMustBeAsked)
}

const bankMustBeAsked = {
  type: 'card_error' as const,
  code: 'subscription_payment_intent_requires_action',
  message:
    'Payment for this subscription requires additional user action before it can be completed successfully.',
}

function noCard() {
  return invalidRequest(
    'This customer has no attached payment source or default payment method. Please consider adding a default payment method.',
    { code: 'resource_missing' },
  )
}

export function invoiceOf(subscription: Subscription) {
  return {
    customer: subscription.customer,
    currency: subscription.currency,
    collection_method: subscription.collection_method,
    description: subscription.description,
    ...(subscription.discounts.length > 0 && { discounts: subscription.discounts }),
    default_tax_rates: subscription.default_tax_rates ?? [],
    parent: {
      type: 'subscription_details' as const,
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
    },
  }
}

/** The first invoice that it could reduce uses up a coupon of duration `once`. */
export function consumeOnce(scope: Scope, subscription: Subscription, invoice: Records['invoice']) {
  if (invoice.subtotal <= 0) return
  const kept = subscription.discounts.filter((id) => {
    const discount = scope.find('discount', typeof id === 'string' ? id : id.id)
    const coupon = scope.find('coupon', discount?.source.coupon as string)
    return coupon?.duration !== 'once'
  })
  if (kept.length < subscription.discounts.length) {
    scope.update('subscription', subscription.id, { discounts: kept })
  }
}

type MissingPaymentMethod = 'cancel' | 'create_invoice' | 'pause'

function trialSettings(missing: MissingPaymentMethod): Subscription['trial_settings'] {
  return { end_behavior: { billing_cycle_anchor: null, missing_payment_method: missing } }
}

/** A shorter trial gets the notice at once. */
export const trialNoticeSeconds = 3 * daySeconds

export function noticeTrialEnd(scope: Scope, id: string) {
  const subscription = scope.must('subscription', id)
  const end = subscription.trial_end
  if (end === null || end - trialNoticeSeconds > scope.now || subscription._trialNoticeFor === end) return
  scope.update('subscription', id, { _trialNoticeFor: end }, 'customer.subscription.trial_will_end')
}

/** Days count from now. @throws StripeFailure for unsupported values */
export function trialEndOf(
  scope: Scope,
  days: number | null | undefined,
  end: number | 'now' | null | undefined,
) {
  if (days && end) throw invalidRequest('You may only specify one of trial_period_days and trial_end.')
  if (end === 'now') return null
  if (end && end <= scope.now) {
    throw invalidRequest('Invalid timestamp: must be an integer Unix timestamp in the future.', {
      param: 'trial_end',
    })
  }
  if (days !== undefined && days !== null && days < 0)
    throw unsupported('negative trials', 'trial_period_days')
  return days ? scope.now + days * daySeconds : (end ?? null)
}
