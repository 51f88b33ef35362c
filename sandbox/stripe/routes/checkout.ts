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
import { shipping, shippingOf } from './addresses.ts'

const priceData = fields({
  currency: required(text),
  unit_amount: required(integer),
  product: text,
  product_data: fields({ name: required(text), description: text, metadata }),
  recurring: fields({
    interval: required(oneOf('day', 'week', 'month', 'year')),
    interval_count: integer,
  }),
})

export const discountParams = listOf(fields({ coupon: text }))

export const checkoutEndpoints = [
  post(
    'checkout/sessions',
    {
      mode: required(oneOf('payment', 'subscription', 'setup')),
      line_items: listOf(
        fields({ price: text, price_data: priceData, quantity: integer, tax_rates: listOf(required(text)) }),
      ),
      customer: text,
      customer_email: text,
      client_reference_id: text,
      success_url: required(webAddress),
      cancel_url: webAddress,
      metadata,
      discounts: discountParams,
      subscription_data: fields({
        metadata,
        description: text,
        trial_period_days: integer,
        trial_end: timestamp,
        default_tax_rates: listOf(required(text)),
      }),
      payment_intent_data: fields({
        metadata,
        description: text,
        receipt_email: text,
        setup_future_usage: oneOf('off_session', 'on_session'),
        shipping,
      }),
      setup_intent_data: fields({ metadata, description: text }),
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
      payment_method_collection: oneOf('always', 'if_required'),
      currency: text,
      expires_at: timestamp,
      locale: oneOf('auto', 'en'),
    },
    (scope, params) => {
      const { mode, customer, customer_email: email, discounts = [] } = params
      const data = {
        payment: 'payment_intent_data',
        subscription: 'subscription_data',
        setup: 'setup_intent_data',
      } as const
      for (const [other, name] of Object.entries(data)) {
        if (other !== mode && params[name]) {
          throw invalidRequest(`You can not pass \`${name}\` in \`${mode}\` mode.`, { param: name })
        }
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
      const subscription = params.subscription_data
      const payment = params.payment_intent_data
      const asked = subscription ?? payment ?? params.setup_intent_data
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
          payment_method_collection:
            mode === 'subscription' ? (params.payment_method_collection ?? 'always') : null,
          ...(pad ? { payment_method_options: { acss_debit: pad as never } } : {}),
          locale: params.locale ?? null,
          ...(params.currency ? { currency: params.currency.toLowerCase() } : {}),
          ...(params.expires_at ? { expires_at: params.expires_at } : {}),
        },
        lines: (params.line_items ?? []).map((line) => ({
          price: line.price,
          quantity: line.quantity,
          taxRates: line.tax_rates ?? [],
          newPrice: line.price_data
            ? {
                currency: line.price_data.currency,
                unit_amount: line.price_data.unit_amount,
                product: line.price_data.product ?? null,
                productName: line.price_data.product_data?.name ?? null,
                recurring: line.price_data.recurring,
              }
            : undefined,
        })),
        discounts,
        request: {
          description: asked?.description ?? null,
          metadata: mergeMetadata({}, asked?.metadata),
          taxRates: subscription?.default_tax_rates ?? [],
          trialDays: subscription?.trial_period_days ?? null,
          trialEnd: trialEndOf(home, null, subscription?.trial_end),
          receiptEmail: payment?.receipt_email ?? null,
          setupFutureUsage: payment?.setup_future_usage ?? null,
          shipping: shippingOf(payment?.shipping),
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
