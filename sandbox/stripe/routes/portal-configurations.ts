import {
  changeConfiguration,
  createConfiguration,
  type PortalFeatures,
} from '../billing/portal-configurations.ts'
import { get, list, post } from '../kernel/endpoint.ts'
import {
  boolean,
  fields,
  mergeMetadata,
  metadata,
  oneOf,
  type Param,
  required,
  text,
  webAddress,
} from '../kernel/params.ts'
import { unsupported } from '../world/stripe-failure.ts'

/** A feature that the sandbox's portal lacks must be off. */
const off: Param<false> = {
  read(raw, name) {
    if (raw !== 'false') throw unsupported(`${name}=${String(raw)}`, name)
    return false
  },
}
const onOrOff = fields({ enabled: required(boolean) })
const onlyOff = fields({ enabled: required(off) })

const features = fields({
  customer_update: onlyOff,
  invoice_history: onOrOff,
  payment_method_update: onOrOff,
  subscription_cancel: fields({
    enabled: required(boolean),
    mode: oneOf('at_period_end'),
    proration_behavior: oneOf('none'),
  }),
  subscription_pause: onlyOff,
  subscription_update: onlyOff,
})

const given = {
  business_profile: fields({
    headline: text,
    privacy_policy_url: webAddress,
    terms_of_service_url: webAddress,
  }),
  default_return_url: webAddress,
  metadata,
  name: text,
}

export const portalConfigurationEndpoints = [
  post('billing_portal/configurations', { ...given, features: required(features) }, (scope, params) => {
    const profile = params.business_profile
    return createConfiguration(
      scope,
      {
        business_profile: {
          headline: profile?.headline ?? null,
          privacy_policy_url: profile?.privacy_policy_url ?? null,
          terms_of_service_url: profile?.terms_of_service_url ?? null,
        },
        default_return_url: params.default_return_url ?? null,
        metadata: mergeMetadata({}, params.metadata),
        name: params.name ?? null,
      },
      featuresOf(params.features),
    )
  }),
  list('billing_portal/configurations', { active: boolean }, (scope, { active }) =>
    scope
      .all('billing_portal.configuration')
      .filter((each) => active === undefined || each.active === active),
  ),
  get('billing_portal/configurations/:id', {}, (scope, _, id) =>
    scope.must('billing_portal.configuration', id),
  ),
  post('billing_portal/configurations/:id', { ...given, active: boolean, features }, (scope, params, id) => {
    const before = scope.must('billing_portal.configuration', id)
    const profile = Object.entries(params.business_profile ?? {}).filter(([, value]) => value !== undefined)
    return changeConfiguration(
      scope,
      id,
      {
        active: params.active ?? before.active,
        business_profile: { ...before.business_profile, ...Object.fromEntries(profile) },
        default_return_url:
          params.default_return_url === undefined ? before.default_return_url : params.default_return_url,
        metadata: mergeMetadata(before.metadata ?? {}, params.metadata),
        name: params.name === undefined ? before.name : params.name,
      },
      params.features ? featuresOf(params.features) : {},
    )
  }),
]

function featuresOf(asked: ReturnType<typeof features.read>): Partial<PortalFeatures> {
  const { subscription_cancel: cancel, payment_method_update: card, invoice_history: invoices } = asked
  return {
    ...(cancel && { cancel: cancel.enabled }),
    ...(card && { card: card.enabled }),
    ...(invoices && { invoices: invoices.enabled }),
  }
}
