import type { Session } from '@supabase/auth-js'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'

/**
 * Whether the session comes only from a mailed link or code: there may be no password yet.
 *
 * Read from the token's `amr`, for display only (docs/contracts/auth.md 1.13).
 */
export function cameByLink({ access_token: token }: Pick<Session, 'access_token'>): boolean {
  const payload = token.split('.')[1] ?? ''
  const { amr = [] } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
    amr?: { method: string }[]
  }
  const ownWays = ['password', 'oauth', 'sso/saml']
  return !amr.some(({ method }) => ownWays.includes(method))
}

/** Whether the person has a second factor that this session has not used yet. */
export function lacksSecondStep({
  access_token: token,
  user,
}: Pick<Session, 'access_token' | 'user'>): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && levelOnScreen(token) === 'aal1'
}
