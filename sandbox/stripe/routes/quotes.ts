import { acceptQuote, cancelQuote, createQuote, finalizeQuote } from '../billing/quotes.ts'
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
} from '../kernel/params.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

const rates = listOf(required(text))
const words = { description: text, footer: text, header: text, metadata }

const clockOf = (scope: Scope, id: string) => scope.onClockOf(scope.must('quote', id).customer)

export const quoteEndpoints = [
  post(
    'quotes',
    {
      ...words,
      customer: text,
      line_items: required(listOf(fields({ price: required(text), quantity: integer, tax_rates: rates }))),
      default_tax_rates: rates,
      collection_method: oneOf('charge_automatically'),
      expires_at: timestamp,
      subscription_data: fields({ description: text, metadata, trial_period_days: integer }),
    },
    (scope, params) => {
      if (params.customer) scope.must('customer', params.customer, 'customer')
      const home = scope.onClockOf(params.customer)
      const data = params.subscription_data
      if (params.expires_at !== undefined && params.expires_at <= home.now)
        throw invalidRequest('expires_at must be in the future.', { param: 'expires_at' })
      return createQuote(home, {
        customer: params.customer ?? null,
        lines: params.line_items.map(({ price, quantity = 1, tax_rates: taxRates = [] }) => ({
          price,
          quantity,
          taxRates,
        })),
        taxRates: params.default_tax_rates ?? [],
        expiresAt: params.expires_at ?? null,
        quote: {
          description: params.description ?? null,
          footer: params.footer ?? null,
          header: params.header ?? null,
          metadata: mergeMetadata({}, params.metadata),
          subscription_data: {
            billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
            description: data?.description ?? null,
            effective_date: null,
            metadata: mergeMetadata({}, data?.metadata),
            trial_period_days: data?.trial_period_days ?? null,
          },
        },
      })
    },
  ),
  list(
    'quotes',
    { customer: text, status: oneOf('accepted', 'canceled', 'draft', 'open') },
    (scope, { customer, status }) =>
      scope
        .all('quote')
        .filter((each) => !customer || each.customer === customer)
        .filter((each) => !status || each.status === status),
  ),
  get('quotes/:id', {}, (scope, _, id) => scope.must('quote', id)),
  listInOrder('quotes/:id/line_items', {}, (scope, _, id) => scope.must('quote', id)._lineItems),
  post('quotes/:id', words, (scope, params, id) => {
    const before = scope.must('quote', id)
    const isDraft = before.status === 'draft'
    const changes = [params.description, params.footer, params.header]
    if (!isDraft && changes.some((each) => each !== undefined))
      throw invalidRequest(`You cannot change this quote because it has a status of ${before.status}.`)
    return scope.update('quote', id, {
      description: params.description === undefined ? before.description : params.description,
      footer: params.footer === undefined ? before.footer : params.footer,
      header: params.header === undefined ? before.header : params.header,
      metadata: mergeMetadata(before.metadata, params.metadata),
    })
  }),
  post('quotes/:id/finalize', { expires_at: timestamp }, (scope, params, id) =>
    finalizeQuote(clockOf(scope, id), id, params.expires_at ?? null),
  ),
  post('quotes/:id/accept', {}, (scope, _, id) => acceptQuote(clockOf(scope, id), id)),
  post('quotes/:id/cancel', {}, (scope, _, id) => cancelQuote(clockOf(scope, id), id)),
]
