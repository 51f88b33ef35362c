import type { Session } from '@supabase/auth-js'
import { levelOnScreen } from '#domain/two-factor/two-factor.ts'

/**
 * True if the session comes only from a mailed link or code, so there may be no password. Read from the token's `amr`,
 * for display only (docs/contracts/auth.md 1.13).
 */
export function cameByLink({ access_token: token }: Pick<Session, 'access_token'>): boolean {
  const { amr = [] } = claimsOf(token)
  const ownWays = ['password', 'oauth', 'sso/saml']
  return !amr.some(({ method }) => ownWays.includes(method))
}

/** True for a visitor's session in the demo clinic, which saves nothing; for display only. */
export function isDemo({ access_token: token }: Pick<Session, 'access_token'>): boolean {
  return claimsOf(token).is_demo === true
}

/** When the user last proved their identity, by the token; for display only. */
export function lastProofOf({ access_token: token }: Pick<Session, 'access_token'>): SessionProof {
  const { session_id = '', amr = [] } = claimsOf(token)
  return { sessionId: session_id, at: Math.max(0, ...amr.map(({ timestamp }) => timestamp)) }
}

export interface SessionProof {
  sessionId: string
  at: number
}

/** True for a later proof, or one of another session. */
export function isNewerProof(proof: SessionProof, than: SessionProof): boolean {
  return proof.sessionId !== than.sessionId || proof.at > than.at
}

/** The claims of an access token, for display only. */
export function claimsOf(token: string): {
  session_id?: string
  amr?: { method: string; timestamp: number }[]
  is_demo?: boolean
} {
  const payload = token.split('.')[1] ?? ''
  return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')))
}

/** True if the user has a second factor that this session has not used yet. */
export function lacksSecondStep({
  access_token: token,
  user,
}: Pick<Session, 'access_token' | 'user'>): boolean {
  const hasFactor = user.factors?.some(({ status }) => status === 'verified') ?? false
  return hasFactor && levelOnScreen(token) === 'aal1'
}
