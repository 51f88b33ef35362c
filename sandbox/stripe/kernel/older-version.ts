import { apiVersion } from '../world/scope.ts'
import type { RawMap } from './form.ts'

const hasPaymentMethodTypes = /^(payment_intents|setup_intents|checkout\/sessions)$/

/**
 * Two parameters that the pinned version renamed. The Stripe CLI sends no version and still uses them
 * (docs/payments.md 5); at the pinned version they are unknown.
 */
export function fromOlderVersion(version: string | null, path: string, params: RawMap): RawMap {
  if (version === apiVersion) return params
  const { payment_method_types: types, coupon, ...rest } = params
  if (types !== undefined && hasPaymentMethodTypes.test(path)) {
    return { ...rest, allowed_payment_method_types: types, ...(coupon ? { coupon } : {}) }
  }
  if (coupon !== undefined && path === 'promotion_codes') {
    return { ...rest, promotion: { type: 'coupon', coupon } }
  }
  return params
}
