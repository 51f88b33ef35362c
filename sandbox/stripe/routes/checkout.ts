import { createCheckout, expireCheckout } from '../billing/checkout/checkout.ts'
import { trialEndOf } from '../billing/subscriptions/subscriptions.ts'
import { get, list, listInOrder, post } from '../kernel/endpoint.ts'
import {
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  timestamp,
  webAddress,
} from '../kernel/params.ts'
import { invalidRequest, missingParameter } from '../world/stripe-failure.ts'

const priceData = fields({
  currency: required(text),
  unit_amount: required(integer),
  product_data: required(fields({ name: required(text) })),
  recurring: fields({ interval: required(oneOf('day', 'week', 'month', 'year')) }),
})

export const discountParams = listOf(fields({ coupon: text }))

export const checkoutEndpoints = [
  post(
    'checkout/sessions',
    {
      mode: required(oneOf('payment', 'subscription', 'setup')),
      line_items: listOf(fields({ price: text, price_data: priceData, quantity: integer })),
      customer: text,
      customer_email: text,
      client_reference_id: text,
      success_url: required(webAddress),
      cancel_url: webAddress,
      metadata,
      discounts: discountParams,
      subscription_data: fields({
        metadata,
        trial_end: timestamp,
        default_tax_rates: listOf(required(text)),
      }),
      allowed_payment_method_types: listOf(oneOf('card', 'us_bank_account', 'acss_debit')),
      payment_method_options: fields({
        acss_debit: fields({
          currency: oneOf('cad', 'usd'),
          mandate_options: fields({
            default_for: listOf(oneOf('invoice', 'subscription')),
            interval_description: text,
            payment_schedule: required(oneOf('combined', 'interval', 'sporadic')),
            transaction_type: required(oneOf('business', 'personal')),
          }),
        }),
      }),
      currency: text,
    },
    (scope, params) => {
      const { mode, customer, customer_email: email, discounts = [] } = params
      const subscription = params.subscription_data
      if (subscription && mode !== 'subscription') {
        throw invalidRequest(`You can not pass \`subscription_data\` in \`${mode}\` mode.`, {
          param: 'subscription_data',
        })
      }
      if (customer && email) {
        throw invalidRequest('You may only specify one of these parameters: customer, customer_email.', {
          param: 'customer',
        })
      }
      if (customer) scope.must('customer', customer, 'customer')
      const pad = params.payment_method_options?.acss_debit
      if (params.allowed_payment_method_types?.includes('acss_debit') && !pad?.mandate_options) {
        throw missingParameter('payment_method_options[acss_debit][mandate_options]')
      }
      const home = scope.onClockOf(customer)
      return createCheckout(home, {
        session: {
          mode,
          customer: customer ?? null,
          customer_email: email ?? null,
          client_reference_id: params.client_reference_id ?? null,
          success_url: params.success_url,
          cancel_url: params.cancel_url ?? null,
          metadata: mergeMetadata({}, params.metadata),
          allowed_payment_method_types: params.allowed_payment_method_types ?? null,
          payment_method_collection: mode === 'subscription' ? 'always' : null,
          ...(pad ? { payment_method_options: { acss_debit: pad as never } } : {}),
          ...(params.currency ? { currency: params.currency.toLowerCase() } : {}),
        },
        lines: (params.line_items ?? []).map((line) => ({
          price: line.price,
          quantity: line.quantity,
          newPrice: line.price_data
            ? {
                currency: line.price_data.currency,
                unit_amount: line.price_data.unit_amount,
                productName: line.price_data.product_data.name,
                recurring: line.price_data.recurring,
              }
            : undefined,
        })),
        discounts,
        request: {
          metadata: mergeMetadata({}, subscription?.metadata),
          taxRates: subscription?.default_tax_rates ?? [],
          trialEnd: trialEndOf(home, null, subscription?.trial_end),
        },
      })
    },
  ),
  list(
    'checkout/sessions',
    {
      customer: text,
      subscription: text,
      payment_intent: text,
      status: oneOf('open', 'complete', 'expired'),
    },
    (scope, params) =>
      scope
        .all('checkout.session')
        .filter((each) => !params.customer || each.customer === params.customer)
        .filter((each) => !params.subscription || each.subscription === params.subscription)
        .filter((each) => !params.payment_intent || each.payment_intent === params.payment_intent)
        .filter((each) => !params.status || each.status === params.status),
  ),
  get('checkout/sessions/:id', {}, (scope, _, id) => scope.must('checkout.session', id)),
  listInOrder(
    'checkout/sessions/:id/line_items',
    {},
    (scope, _, id) => scope.must('checkout.session', id)._lineItems,
  ),
  post('checkout/sessions/:id/expire', {}, (scope, _, id) =>
    expireCheckout(scope.onClockOf(scope.must('checkout.session', id).customer), id),
  ),
]
