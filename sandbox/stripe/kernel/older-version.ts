import { apiVersion } from '../world/scope.ts'
import type { RawMap } from './form.ts'

const hasPaymentMethodTypes = /^(payment_intents|setup_intents|checkout\/sessions)$/

/**
 * A parameter that the pinned version renamed. The Stripe CLI sends no version and still uses it (docs/payments.md 5);
 * at the pinned version it is unknown.
 */
export function fromOlderVersion(version: string | null, path: string, params: RawMap): RawMap {
  if (version === apiVersion) return params
  const { payment_method_types: types, ...rest } = params
  return types !== undefined && hasPaymentMethodTypes.test(path)
    ? { ...rest, allowed_payment_method_types: types }
    : params
}
