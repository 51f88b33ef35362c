import { createCustomer, deleteCustomer, updateCustomer } from '../billing/customers.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  fields,
  integer,
  listOf,
  metadata,
  orUnset,
  type ReadParams,
  required,
  text,
} from '../kernel/params.ts'
import { noSuch } from '../world/stripe-failure.ts'

const given = {
  email: text,
  name: text,
  description: text,
  phone: text,
  address: orUnset(
    fields({ line1: text, line2: text, city: text, state: text, postal_code: text, country: text }),
  ),
  metadata,
  invoice_settings: fields({
    default_payment_method: text,
    custom_fields: listOf(fields({ name: required(text), value: required(text) })),
    footer: text,
  }),
}

function fieldsOf({ invoice_settings: settings, ...rest }: ReadParams<typeof given>) {
  return {
    ...rest,
    defaultPaymentMethod: settings?.default_payment_method,
    customFields: settings?.custom_fields,
    footer: settings?.footer,
  }
}

export const customerEndpoints = [
  post(
    'customers',
    { ...given, payment_method: text, test_clock: text },
    (scope, { payment_method: paymentMethod, test_clock: testClock, ...params }) =>
      createCustomer(scope, { ...fieldsOf(params), paymentMethod, testClock }),
  ),
  list('customers', { email: text, test_clock: text }, (scope, { email, test_clock: clock }) =>
    scope
      .all('customer')
      .filter((each) => email === undefined || each.email === email)
      .filter((each) => (clock ? each.test_clock === clock : each.test_clock === null)),
  ),
  post(
    'customers/:id',
    { ...given, default_source: text, balance: integer },
    (scope, { default_source: source, balance, ...params }, id) => {
      // There are no sources here, so any id of one is unknown.
      if (source) throw noSuch('source', source, 'default_source')
      return updateCustomer(scope.onClockOf(id), id, { ...fieldsOf(params), balance })
    },
  ),
  get('customers/:id', {}, (scope, _, id) => {
    const customer = scope.find('customer', id)
    return customer?._deleted ? { id, object: 'customer', deleted: true } : scope.must('customer', id)
  }),
  del('customers/:id', {}, (scope, _, id) => deleteCustomer(scope.onClockOf(id), id)),
  list('customers/:id/payment_methods', { type: text }, (scope, { type }, id) => {
    scope.must('customer', id)
    return scope.all('payment_method').filter((each) => each.customer === id && (!type || each.type === type))
  }),
]
