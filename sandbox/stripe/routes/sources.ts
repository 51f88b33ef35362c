import {
  addSource,
  cardOf,
  changeSource,
  mustSource,
  removeSource,
  sourcesOf,
} from '../billing/checkout/sources.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import { integer, mergeMetadata, metadata, oneOf, required, text } from '../kernel/params.ts'

/** Cards saved by a token, in the API before payment methods. */
export const sourceEndpoints = [
  post('customers/:id/sources', { source: required(text) }, (scope, { source }, customer) => {
    scope.must('customer', customer)
    return cardOf(addSource(scope.onClockOf(customer), customer, source))
  }),
  list('customers/:id/sources', { object: oneOf('card') }, (scope, _, customer) => {
    scope.must('customer', customer)
    return sourcesOf(scope, customer).map(cardOf)
  }),
  get('customers/:id/sources/:source', {}, (scope, _, customer, [, id = '']) =>
    cardOf(mustSource(scope, customer, id)),
  ),
  post(
    'customers/:id/sources/:source',
    { exp_month: integer, exp_year: integer, metadata, name: text },
    (scope, params, customer, [, id = '']) => {
      const before = mustSource(scope, customer, id)
      const change = {
        expMonth: params.exp_month,
        expYear: params.exp_year,
        name: params.name,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
      }
      return cardOf(changeSource(scope.onClockOf(customer), customer, id, change))
    },
  ),
  del('customers/:id/sources/:source', {}, (scope, _, customer, [, id = '']) =>
    removeSource(scope.onClockOf(customer), customer, id),
  ),
]
