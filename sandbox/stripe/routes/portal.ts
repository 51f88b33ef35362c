import { usableConfiguration } from '../billing/portal-configurations.ts'
import { post } from '../kernel/endpoint.ts'
import { fields, oneOf, required, text, webAddress } from '../kernel/params.ts'
import { newId } from '../world/ids.ts'
import type { Records } from '../world/records.ts'
import { invalidRequest, missingParameter } from '../world/stripe-failure.ts'

type Flow = NonNullable<Records['billing_portal.session']['flow']>

export const portalEndpoints = [
  post(
    'billing_portal/sessions',
    {
      customer: required(text),
      return_url: webAddress,
      flow_data: fields({
        type: required(oneOf('payment_method_update', 'subscription_cancel')),
        subscription_cancel: fields({ subscription: required(text) }),
        after_completion: fields({
          type: required(oneOf('redirect', 'portal_homepage')),
          redirect: fields({ return_url: required(webAddress) }),
        }),
      }),
      configuration: text,
      locale: oneOf('auto', 'en'),
    },
    (scope, params) => {
      const customer = scope.must('customer', params.customer, 'customer')
      const configuration = params.configuration ? usableConfiguration(scope, params.configuration) : null
      const home = scope.onClockOf(customer.id)
      const id = newId('bps')
      const after = params.flow_data?.after_completion
      const cancels = params.flow_data?.subscription_cancel?.subscription
      if (cancels) scope.must('subscription', cancels, 'flow_data[subscription_cancel][subscription]')
      else if (params.flow_data?.type === 'subscription_cancel') {
        throw missingParameter('flow_data[subscription_cancel]')
      }
      const { subscription_cancel: cancel, payment_method_update: card } = configuration?.features ?? {}
      const isOff = params.flow_data?.type === 'payment_method_update' ? card : cancel
      if (params.flow_data && isOff && !isOff.enabled) {
        throw invalidRequest('This feature is disabled in the portal configuration.', {
          param: 'flow_data[type]',
        })
      }
      const flow: Flow | null = params.flow_data
        ? {
            type: params.flow_data.type,
            after_completion: {
              type: after?.type ?? 'portal_homepage',
              redirect: after?.redirect ?? null,
              hosted_confirmation: null,
            },
            customer_update: null,
            subscription_cancel: cancels ? { subscription: cancels, retention: null } : null,
            subscription_pause: null,
            subscription_update: null,
            subscription_update_confirm: null,
          }
        : null
      return home.add(
        'billing_portal.session',
        {
          id,
          configuration: configuration?.id ?? 'bpc_sandbox',
          customer: customer.id,
          flow,
          locale: params.locale ?? null,
          return_url: params.return_url ?? configuration?.default_return_url ?? null,
          url: `${scope.pagesUrl}/pay/portal/${scope.account}/${id}`,
        },
        'billing_portal.session.created',
      )
    },
  ),
]
