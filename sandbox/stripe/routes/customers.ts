import { changeBalance } from '../billing/customer-balance.ts'
import { createCustomer, deleteCustomer, updateCustomer } from '../billing/customers.ts'
import { del, get, list, post } from '../kernel/endpoint.ts'
import {
  fields,
  integer,
  mergeMetadata,
  metadata,
  orUnset,
  type ReadParams,
  required,
  text,
} from '../kernel/params.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

const given = {
  email: text,
  name: text,
  description: text,
  address: orUnset(
    fields({ line1: text, line2: text, city: text, state: text, postal_code: text, country: text }),
  ),
  metadata,
  source: text,
  invoice_settings: fields({ default_payment_method: text }),
}

function fieldsOf({ invoice_settings: settings, ...rest }: ReadParams<typeof given>) {
  return { ...rest, defaultPaymentMethod: settings?.default_payment_method }
}

/** Removed in the pinned version. */
const older = { coupon: text }

export const customerEndpoints = [
  post(
    'customers',
    { ...given, payment_method: text, test_clock: text },
    (scope, { payment_method: paymentMethod, test_clock: testClock, ...params }) =>
      createCustomer(scope, { ...fieldsOf(params), paymentMethod, testClock }),
    older,
  ),
  list('customers', { email: text, test_clock: text }, (scope, { email, test_clock: clock }) =>
    scope
      .all('customer')
      .filter((each) => email === undefined || each.email === email)
      .filter((each) => (clock ? each.test_clock === clock : each.test_clock === null)),
  ),
  post(
    'customers/:id',
    { ...given, balance: integer },
    (scope, { balance, ...params }, id) =>
      updateCustomer(scope.onClockOf(id), id, { ...fieldsOf(params), balance }),
    older,
  ),
  get('customers/:id', {}, (scope, _, id) => {
    const customer = scope.find('customer', id)
    return customer?._deleted ? { id, object: 'customer', deleted: true } : scope.must('customer', id)
  }),
  del('customers/:id', {}, (scope, _, id) => deleteCustomer(scope.onClockOf(id), id)),
  post(
    'customers/:id/balance_transactions',
    { amount: required(integer), currency: required(text), description: text, metadata },
    (scope, { amount, currency, description, metadata: changes }, id) => {
      const home = scope.onClockOf(id)
      const customer = home.must('customer', id, 'customer')
      if (customer.currency && customer.currency !== currency)
        throw invalidRequest(`The customer's currency is ${customer.currency}.`, { param: 'currency' })
      return changeBalance(home, customer, {
        ...{ amount, currency, type: 'adjustment' },
        ...{ description: description ?? null, metadata: mergeMetadata({}, changes) },
      })
    },
  ),
  list('customers/:id/balance_transactions', {}, (scope, _, id) => {
    scope.must('customer', id)
    return scope.all('customer_balance_transaction').filter((each) => each.customer === id)
  }),
  list('customers/:id/payment_methods', { type: text }, (scope, { type }, id) => {
    scope.must('customer', id)
    return scope.all('payment_method').filter((each) => each.customer === id && (!type || each.type === type))
  }),
]
