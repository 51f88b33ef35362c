import type { Records } from '../world/records.ts'
import type { Scope } from '../world/scope.ts'
import { invalidRequest } from '../world/stripe-failure.ts'

type Configuration = Records['billing_portal.configuration']
type Session = Records['billing_portal.session']

export interface PortalFeatures {
  cancel: boolean
  card: boolean
  invoices: boolean
}

/** Allows only the given features. */
export function createConfiguration(
  scope: Scope,
  given: Partial<Configuration>,
  features: Partial<PortalFeatures>,
): Configuration {
  return scope.add(
    'billing_portal.configuration',
    {
      active: true,
      metadata: {},
      updated: scope.now,
      ...given,
      features: featuresOf({ cancel: false, card: false, invoices: false, ...features }),
    },
    'billing_portal.configuration.created',
  )
}

/** Other fields stay unchanged. */
export function changeConfiguration(
  scope: Scope,
  id: string,
  given: Partial<Configuration>,
  features: Partial<PortalFeatures>,
): Configuration {
  const before = scope.must('billing_portal.configuration', id)
  return scope.update(
    'billing_portal.configuration',
    id,
    { ...given, features: featuresOf({ ...allowed(before), ...features }), updated: scope.now },
    'billing_portal.configuration.updated',
  )
}

/** All features unless the session has a configuration. */
export function featuresOfSession(scope: Scope, session: Session): PortalFeatures {
  const configuration = scope.find('billing_portal.configuration', session.configuration)
  return configuration ? allowed(configuration) : { cancel: true, card: true, invoices: true }
}

/** @throws StripeFailure for an inactive configuration */
export function usableConfiguration(scope: Scope, id: string): Configuration {
  const configuration = scope.must('billing_portal.configuration', id, 'configuration')
  if (!configuration.active)
    throw invalidRequest('This portal configuration is inactive.', { param: 'configuration' })
  return configuration
}

function allowed({ features }: Configuration): PortalFeatures {
  return {
    cancel: features.subscription_cancel.enabled,
    card: features.payment_method_update.enabled,
    invoices: features.invoice_history.enabled,
  }
}

function featuresOf({ cancel, card, invoices }: PortalFeatures): Configuration['features'] {
  return {
    customer_update: { allowed_updates: [], enabled: false },
    invoice_history: { enabled: invoices },
    payment_method_update: { enabled: card, payment_method_configuration: null },
    subscription_cancel: {
      cancellation_reason: { enabled: false, feedback_options: null, options: [] },
      enabled: cancel,
      mode: 'at_period_end',
      proration_behavior: 'none',
    },
    subscription_pause: { duration: { interval_options: [], type: 'indefinite' }, enabled: false },
    subscription_update: {
      billing_cycle_anchor: null,
      default_allowed_updates: [],
      enabled: false,
      proration_behavior: 'none',
      schedule_at_period_end: { conditions: [] },
      trial_update_behavior: 'end_trial',
    },
  }
}
