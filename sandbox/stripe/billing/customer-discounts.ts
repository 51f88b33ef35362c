import { present } from '../world/present.ts'
import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { couponOf, redeem, runningDiscounts } from './discounts.ts'

type Discount = Records['discount']

/** Applies to the next invoices without their own discount. */
export function setCustomerDiscount(scope: Scope, id: string, coupon: string | null) {
  const before = scope.must('customer', id).discount
  if (!coupon) {
    if (before) dropCustomerDiscount(scope, id)
    return
  }
  const event = before ? 'customer.discount.updated' : 'customer.discount.created'
  const discount = redeem(scope, { coupon }, { customer: id }, event)
  // The whole object, not its id.
  scope.update('customer', id, { discount: present(scope, discount) as never })
}

function dropCustomerDiscount(scope: Scope, id: string) {
  const discount = customerDiscount(scope, id)
  if (!discount) return
  scope.update('customer', id, { discount: null })
  scope.emit('customer.discount.deleted', discount)
}

function customerDiscount(scope: Scope, id: string | null): Discount | undefined {
  return scope.find('discount', scope.find('customer', id)?.discount?.id)
}

/** Removes an ended discount. */
export function inheritedDiscounts(scope: Scope, customer: string): Discount[] {
  const discount = customerDiscount(scope, customer)
  if (!discount) return []
  const running = runningDiscounts(scope, [discount.id])
  if (running.length === 0) dropCustomerDiscount(scope, customer)
  return running
}

/** Its own, else its customer's. */
export function discountsOf(scope: Scope, subscription: Records['subscription']): Discount[] {
  const own = runningDiscounts(scope, subscription.discounts)
  return own.length > 0 ? own : inheritedDiscounts(scope, subscription.customer)
}

/** The first reduced invoice uses up a customer's coupon of duration `once`. */
export function consumeCustomerDiscount(scope: Scope, invoice: Records['invoice']) {
  const discount = customerDiscount(scope, invoice.customer)
  const isUsed = invoice.total_discount_amounts?.some(
    (off) => off.discount === discount?.id && off.amount > 0,
  )
  if (discount && isUsed && couponOf(scope, discount).duration === 'once')
    dropCustomerDiscount(scope, discount.customer ?? '')
}
