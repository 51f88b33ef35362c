import type { Records } from '#sandbox/stripe/world/records.ts'
import type { Scope } from '#sandbox/stripe/world/scope.ts'
import { accountZone } from '../accounts.ts'
import { discountsOf } from '../customer-discounts.ts'
import { couponOf } from '../discounts.ts'
import { addInvoiceItem } from '../invoice-items.ts'
import { pricingOf } from '../invoice-lines.ts'
import { roundCents } from '../rounding.ts'
import type { SubscriptionItem } from './subscription-items.ts'

type Subscription = Records['subscription']

/**
 * Credits the unused time of `before` and debits the remaining time of `after` as pending invoice items. To the
 * second, on the price after percentage discounts.
 * Stripe's example: 100.00 a month changed to 200.00 halfway gives -50.00 and +100.00.
 *
 * @param moment Unix seconds within the item's period
 */
export function prorate(
  scope: Scope,
  subscription: Subscription,
  before: SubscriptionItem | null,
  after: SubscriptionItem | null,
  moment: number,
) {
  const item = before ?? after
  if (!item || subscription.status === 'trialing') return
  const { current_period_start: start, current_period_end: end } = item
  const left = (end - Math.min(Math.max(moment, start), end)) / (end - start)
  const paidShare = shareAfterDiscounts(scope, subscription)
  const part = (each: SubscriptionItem) =>
    roundCents((each.price.unit_amount ?? 0) * (each.quantity ?? 1) * left * paidShare)
  if (before) add(scope, subscription, before, -part(before), 'Unused time on', moment)
  if (after) add(scope, subscription, after, part(after), 'Remaining time on', moment)
}

function shareAfterDiscounts(scope: Scope, subscription: Subscription): number {
  return discountsOf(scope, subscription).reduce(
    (share, discount) => share * (1 - (couponOf(scope, discount).percent_off ?? 0) / 100),
    1,
  )
}

function add(
  scope: Scope,
  subscription: Subscription,
  item: SubscriptionItem,
  amount: number,
  words: string,
  moment: number,
) {
  if (amount === 0) return
  const price = scope.must('price', item.price.id)
  const quantity = item.quantity ?? 1
  const name = scope.find('product', price.product)?.name ?? ''
  const what = quantity === 1 ? name : `${quantity} × ${name}`
  addInvoiceItem(scope, {
    customer: subscription.customer,
    amount,
    currency: price.currency,
    description: `${words} ${what} after ${dayText(scope, moment)}`,
    // The amount already includes discounts.
    discountable: false,
    parent: {
      type: 'subscription_details',
      subscription_details: { subscription: subscription.id, subscription_item: item.id },
    },
    period: { start: moment, end: item.current_period_end },
    pricing: pricingOf(price.id, price.product, price.unit_amount ?? 0) as Records['invoiceitem']['pricing'],
    proration: true,
    quantity,
    tax_rates: item.tax_rates ?? [],
  })
}

/** "15 Jun 2027", as on Stripe's invoices. */
function dayText(scope: Scope, moment: number): string {
  return new Intl.DateTimeFormat('en-GB', {
    day: '2-digit',
    month: 'short',
    year: 'numeric',
    timeZone: accountZone(scope),
  }).format(moment * 1000)
}
