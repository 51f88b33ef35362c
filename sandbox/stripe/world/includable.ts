import { present } from './present.ts'
import type { Scope } from './scope.ts'

type Include = (scope: Scope, id: string) => unknown

/** Fields that exist only when expanded, or that expand to no record: object -> field -> value. */
export const includable: Record<string, Record<string, Include>> = {
  charge: {
    refunds: (scope, id) =>
      wholeList(
        scope,
        scope.all('refund').filter((refund) => refund.charge === id),
        `/v1/charges/${id}/refunds`,
      ),
  },
  'checkout.session': {
    line_items: (scope, id) =>
      wholeList(
        scope,
        scope.must('checkout.session', id)._lineItems,
        `/v1/checkout/sessions/${id}/line_items`,
      ),
  },
  coupon: {
    applies_to: (scope, id) => scope.find('coupon', id)?._appliesTo ?? null,
  },
  customer: {
    subscriptions: (scope, id) =>
      wholeList(
        scope,
        scope.all('subscription').filter((each) => each.customer === id && each.status !== 'canceled'),
        `/v1/customers/${id}/subscriptions`,
      ),
  },
  invoice: {
    payments: (scope, id) =>
      wholeList(
        scope,
        scope.all('invoice_payment').filter((payment) => payment.invoice === id),
        '/v1/invoice_payments',
      ),
    confirmation_secret: (scope, id) => {
      const intent = scope.all('payment_intent').findLast((each) => each._invoice === id)
      return intent ? { client_secret: intent.client_secret, type: 'payment_intent' } : null
    },
  },
  refund: {
    // Absent until the refund has failed.
    failure_balance_transaction: (scope, id) => {
      const { failure_balance_transaction: movement } = scope.must('refund', id)
      return movement ? present(scope, scope.must('balance_transaction', movement)) : undefined
    },
  },
}

function wholeList(scope: Scope, records: { id: string }[], url: string) {
  return { object: 'list', data: records.map((record) => present(scope, record)), has_more: false, url }
}
