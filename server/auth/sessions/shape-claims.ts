import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { answerOf, type HookAnswer } from '../hooks/hooks.ts'
import type { AccessClaims } from '../tokens/access-token.ts'

/** What a hook may not leave out. */
const kept = [
  'aud',
  'exp',
  'iat',
  'sub',
  'email',
  'phone',
  'role',
  'aal',
  'session_id',
  'is_anonymous',
] as const
/** What a hook may not change either: whose token it is, of which session, for whom and for how long. */
const fixed = ['aud', 'exp', 'iat', 'sub', 'session_id'] as const

/**
 * Hook custom_access_token: the claims as the operator wants them (docs/contracts/auth.md 1.13). After the
 * transaction: in SQL it gets one of its own, since none is open any more.
 *
 * @param method the proof that led here, or `token_refresh`
 * @throws AuthError 500 when claims that must stay are missing or changed; the hook's own refusal
 */
export async function shapeClaims(
  auth: Auth,
  claims: AccessClaims,
  { method, lifeSeconds }: { method: string; lifeSeconds: number },
): Promise<AccessClaims> {
  const { operatorHooks, services, sessionClock, settings } = auth
  const name = 'custom_access_token'
  const target = operatorHooks.targets[name]
  if (!target) return claims
  const iat = Math.floor(sessionClock.now().getTime() / 1000)
  const offered: AccessClaims = { iss: settings.issuer, ...claims, iat, exp: iat + lifeSeconds }
  const payload = { user_id: claims.sub, claims: offered, authentication_method: method }
  const answer =
    target.kind === 'http'
      ? await operatorHooks.outside(name, payload)
      : await services.transactions.withSystem('sign-in', (tx) => operatorHooks.inside(tx, name, payload))
  return checkedClaims(offered, answer ?? {})
}

function checkedClaims(offered: AccessClaims, answer: HookAnswer): AccessClaims {
  const wanted = answerOf(answer.claims ?? null) as AccessClaims
  const missing = kept.filter((name) => wanted[name] === undefined || wanted[name] === null)
  const changed = fixed.filter((name) => wanted[name] !== offered[name])
  if (missing.length + changed.length === 0) return wanted
  const names = [...new Set([...missing, ...changed])].join(', ')
  const message = `output claims do not conform to the expected schema: ${names}`
  throw new AuthError(500, 'unexpected_failure', message)
}
