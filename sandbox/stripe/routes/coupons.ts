import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  decimal,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
} from '../kernel/params.ts'
import { randomText } from '../world/ids.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

export const couponEndpoints = [
  post(
    'coupons',
    {
      id: text,
      percent_off: decimal,
      amount_off: integer,
      currency: text,
      duration: oneOf('once', 'repeating', 'forever'),
      duration_in_months: integer,
      max_redemptions: integer,
      name: text,
      metadata,
      applies_to: fields({ products: listOf(required(text)) }),
    },
    (scope, params) => {
      const { percent_off: percent, amount_off: amount, duration = 'once' } = params
      if ((percent === undefined) === (amount === undefined)) {
        throw invalidRequest('Must provide exactly one of percent_off and amount_off.')
      }
      if (percent !== undefined && (percent <= 0 || percent > 100)) {
        throw invalidRequest('Invalid percent_off: must be more than 0 and at most 100', {
          param: 'percent_off',
        })
      }
      if (amount !== undefined && (amount <= 0 || !params.currency)) {
        throw invalidRequest('amount_off must be positive and needs a currency.', { param: 'amount_off' })
      }
      if ((duration === 'repeating') !== (params.duration_in_months !== undefined)) {
        throw invalidRequest('duration_in_months belongs to duration=repeating.', {
          param: 'duration_in_months',
        })
      }
      const products = params.applies_to?.products
      for (const product of products ?? []) scope.must('product', product, 'applies_to[products]')
      return scope.add(
        'coupon',
        {
          id: params.id ?? randomText(8),
          amount_off: amount ?? null,
          percent_off: percent ?? null,
          currency: amount === undefined ? null : (params.currency?.toLowerCase() ?? null),
          duration,
          duration_in_months: params.duration_in_months ?? null,
          max_redemptions: params.max_redemptions ?? null,
          metadata: mergeMetadata({}, params.metadata),
          name: params.name ?? null,
          valid: true,
          _appliesTo: products ? { products } : null,
        },
        'coupon.created',
      )
    },
  ),
  list('coupons', {}, (scope) => scope.all('coupon')),
  get('coupons/:id', {}, (scope, _, id) => scope.must('coupon', id)),
  post('coupons/:id', { name: text, metadata }, (scope, params, id) => {
    const before = scope.must('coupon', id)
    return scope.update(
      'coupon',
      id,
      {
        name: params.name === undefined ? before.name : params.name,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      },
      'coupon.updated',
    )
  }),
  del('coupons/:id', {}, (scope, _, id) => {
    const coupon = scope.must('coupon', id)
    scope.update('coupon', id, { _deleted: true, valid: false })
    scope.emit('coupon.deleted', coupon)
    return { id, object: 'coupon', deleted: true }
  }),
]
