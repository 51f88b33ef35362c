import { createPaymentLink } from '../billing/payment-links.ts'
import { get, list, listInOrder, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  text,
  webAddress,
} from '../kernel/params.ts'
import type { Records } from '../world/records.ts'
import { missingParameter } from '../world/stripe-failure.ts'

const afterCompletion = fields({
  type: required(oneOf('hosted_confirmation', 'redirect')),
  hosted_confirmation: fields({ custom_message: text }),
  redirect: fields({ url: required(webAddress) }),
})

export const paymentLinkEndpoints = [
  post(
    'payment_links',
    {
      line_items: required(listOf(fields({ price: required(text), quantity: required(integer) }))),
      after_completion: afterCompletion,
      allow_promotion_codes: boolean,
      customer_creation: oneOf('if_required'),
      inactive_message: text,
      metadata,
      payment_intent_data: fields({
        description: text,
        metadata,
        setup_future_usage: oneOf('off_session', 'on_session'),
      }),
      subscription_data: fields({ description: text, metadata, trial_period_days: integer }),
    },
    (scope, params) => {
      const { payment_intent_data: payment, subscription_data: subscription } = params
      return createPaymentLink(scope, {
        lines: params.line_items,
        link: {
          after_completion: afterOf(params.after_completion),
          allow_promotion_codes: params.allow_promotion_codes ?? false,
          inactive_message: params.inactive_message ?? null,
          metadata: mergeMetadata({}, params.metadata),
          ...(payment && {
            payment_intent_data: {
              capture_method: null,
              description: payment.description ?? null,
              metadata: mergeMetadata({}, payment.metadata),
              setup_future_usage: payment.setup_future_usage ?? null,
              statement_descriptor: null,
              statement_descriptor_suffix: null,
              transfer_group: null,
            },
          }),
          ...(subscription && {
            subscription_data: {
              description: subscription.description ?? null,
              invoice_settings: {
                account_tax_ids: null,
                custom_fields: null,
                description: null,
                footer: null,
                issuer: { type: 'self' },
              },
              metadata: mergeMetadata({}, subscription.metadata),
              trial_period_days: subscription.trial_period_days ?? null,
              trial_settings: null,
            },
          }),
        },
      })
    },
  ),
  list('payment_links', { active: boolean }, (scope, { active }) =>
    scope.all('payment_link').filter((each) => active === undefined || each.active === active),
  ),
  get('payment_links/:id', {}, (scope, _, id) => scope.must('payment_link', id)),
  listInOrder(
    'payment_links/:id/line_items',
    {},
    (scope, _, id) => scope.must('payment_link', id)._lineItems,
  ),
  post(
    'payment_links/:id',
    {
      active: boolean,
      after_completion: afterCompletion,
      allow_promotion_codes: boolean,
      inactive_message: text,
      metadata,
    },
    (scope, params, id) => {
      const before = scope.must('payment_link', id)
      return scope.update(
        'payment_link',
        id,
        {
          active: params.active ?? before.active,
          after_completion: params.after_completion
            ? afterOf(params.after_completion)
            : before.after_completion,
          allow_promotion_codes: params.allow_promotion_codes ?? before.allow_promotion_codes,
          inactive_message:
            params.inactive_message === undefined ? before.inactive_message : params.inactive_message,
          metadata: mergeMetadata(before.metadata, params.metadata),
        },
        'payment_link.updated',
      )
    },
  ),
]

function afterOf(
  given: ReturnType<typeof afterCompletion.read> | undefined,
): Records['payment_link']['after_completion'] {
  if (given?.type !== 'redirect') {
    const message = given?.hosted_confirmation?.custom_message ?? null
    return { type: 'hosted_confirmation', hosted_confirmation: { custom_message: message } }
  }
  if (!given.redirect) throw missingParameter('after_completion[redirect]')
  return { type: 'redirect', redirect: given.redirect }
}
