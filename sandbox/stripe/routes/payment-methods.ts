import { accountByNumber, createBankMethod } from '../billing/checkout/bank-accounts.ts'
import { cardByNumber, cardByToken } from '../billing/checkout/cards.ts'
import {
  attachPaymentMethod,
  createPaymentMethod,
  detachPaymentMethod,
  paymentMethodFor,
} from '../billing/checkout/payment-methods.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import { fields, integer, mergeMetadata, metadata, oneOf, required, text } from '../kernel/params.ts'
import { invalidRequest, missingParameter, StripeFailure } from '../world/stripe-failure.ts'

const cardParams = fields({ number: text, exp_month: integer, exp_year: integer, cvc: text, token: text })

export const paymentMethodEndpoints = [
  post(
    'payment_methods',
    {
      type: required(oneOf('card', 'us_bank_account', 'acss_debit')),
      card: cardParams,
      us_bank_account: fields({
        account_holder_type: oneOf('individual'),
        account_number: required(text),
        routing_number: required(text),
      }),
      acss_debit: fields({
        account_number: required(text),
        institution_number: required(text),
        transit_number: required(text),
      }),
      metadata,
    },
    (scope, params) => {
      const more = { metadata: mergeMetadata({}, params.metadata) }
      const { us_bank_account: us, acss_debit: pad } = params
      if (params.type !== 'card') {
        const account =
          params.type === 'us_bank_account'
            ? accountByNumber(params.type, us?.routing_number ?? '', us?.account_number ?? '')
            : accountByNumber(
                params.type,
                `${pad?.institution_number ?? ''}${pad?.transit_number ?? ''}`,
                pad?.account_number ?? '',
              )
        if (!account) throw invalidRequest('You must use a test bank account number in test mode.')
        return createBankMethod(scope, account, more)
      }
      if (!params.card) throw missingParameter('card')
      const { number, token, exp_month: month, exp_year: year } = params.card
      const card = token ? cardByToken(token) : cardByNumber(number ?? '')
      if (!card) throw notATestCard()
      if (!token && (month === undefined || year === undefined)) {
        throw invalidRequest('Missing required param: card[exp_month].', { param: 'card[exp_month]' })
      }
      const thisYear = new Date(scope.now * 1000).getUTCFullYear()
      return createPaymentMethod(scope, { card, expMonth: month ?? 12, expYear: year ?? thisYear + 1 }, more)
    },
  ),
  list('payment_methods', { type: text, customer: text }, (scope, { type, customer }) =>
    scope
      .all('payment_method')
      .filter((each) => each.customer !== null && (!customer || each.customer === customer))
      .filter((each) => !type || each.type === type),
  ),
  get('payment_methods/:id', {}, (scope, _, id) => scope.must('payment_method', id)),
  post('payment_methods/:id', { metadata }, (scope, params, id) => {
    const before = scope.must('payment_method', id)
    if (!before.customer) {
      throw invalidRequest('You must save this PaymentMethod to a customer before you can update it.')
    }
    const change = { metadata: mergeMetadata(before.metadata ?? {}, params.metadata) }
    return scope.update('payment_method', id, change, 'payment_method.updated')
  }),
  post('payment_methods/:id/attach', { customer: required(text) }, (scope, { customer }, id) => {
    const home = scope.onClockOf(customer)
    return attachPaymentMethod(home, paymentMethodFor(home, id, 'id'), customer)
  }),
  post('payment_methods/:id/detach', {}, (scope, _, id) => detachPaymentMethod(scope, id)),
]

function notATestCard() {
  return new StripeFailure(402, {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'test_mode_live_card',
    message:
      "Your card was declined. Your request was in test mode, but used a card that is not one of Stripe's test cards.",
  })
}
