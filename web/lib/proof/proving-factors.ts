import type { Factor, Session } from '@supabase/auth-js'
import { freshProofMinutes } from '#domain/account/fresh-proof.ts'
import { claimsOf } from '../session/session-methods.ts'

const secondSteps = ['totp', 'mfa/phone', 'mfa/webauthn', 'mfa/recovery_code']

/**
 * Factors that can prove identity in this session; not one set up in an unattended session (docs/decisions/0127). For
 * display only: the server reads its own rows.
 */
export function provingFactors({
  access_token: token,
  user,
}: Pick<Session, 'access_token' | 'user'>): Factor[] {
  const { amr = [] } = claimsOf(token)
  const first = amr.filter(({ method }) => !secondSteps.includes(method)).map(({ timestamp }) => timestamp)
  const until = (Math.max(0, ...first) + freshProofMinutes * 60) * 1000
  return (user.factors ?? []).filter(({ status, factor_type, created_at, updated_at }) => {
    const setUpAt = String(factor_type) === 'recovery_code' ? updated_at : created_at
    return status === 'verified' && Date.parse(setUpAt) <= until
  })
}
