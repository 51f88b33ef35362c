import type { Session } from '@supabase/auth-js'

/**
 * Whether somebody came in by a link or code from a mail alone: they may never have chosen a password.
 *
 * Read from the token's `amr`, for the screen only (docs/contracts/auth.md 1.13).
 */
export function cameByLink({ access_token: token }: Pick<Session, 'access_token'>): boolean {
  const payload = token.split('.')[1] ?? ''
  const { amr = [] } = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as {
    amr?: { method: string }[]
  }
  const ownWays = ['password', 'oauth', 'sso/saml']
  return !amr.some(({ method }) => ownWays.includes(method))
}
