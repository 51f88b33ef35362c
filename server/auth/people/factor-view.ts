import type { FactorRow } from '../rows.ts'

/** As auth-js reads it (docs/contracts/auth.md 1.12), without its secret. */
export interface FactorView {
  id: string
  created_at: string
  updated_at: string
  status: string
  friendly_name?: string
  factor_type: string
  phone?: string
  last_challenged_at?: string
}

export function factorView(factor: FactorRow): FactorView {
  return {
    id: factor.id,
    created_at: factor.created_at.toISOString(),
    updated_at: factor.updated_at.toISOString(),
    status: factor.status,
    ...(factor.friendly_name ? { friendly_name: factor.friendly_name } : {}),
    factor_type: factor.factor_type,
    ...(factor.phone ? { phone: factor.phone } : {}),
    ...(factor.last_challenged_at ? { last_challenged_at: factor.last_challenged_at.toISOString() } : {}),
  }
}
