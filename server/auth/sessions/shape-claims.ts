import type { Auth } from '../context/auth.ts'
import { AuthError } from '../errors.ts'
import { answerOf, type HookAnswer } from '../hooks/hooks.ts'
import type { AccessClaims } from '../tokens/access-token.ts'

const required = [
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
const fixed = ['aud', 'exp', 'iat', 'sub', 'session_id', 'is_demo'] as const

/**
 * Lets hook custom_access_token change the claims (docs/contracts/auth.md 1.13). Call it after the transaction.
 * @param method of the newest proof, or `token_refresh`
 * @throws AuthError 500 when required claims are missing or fixed ones changed; the hook's own refusal
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
  const claims = answerOf(answer.claims ?? null) as AccessClaims
  const missing = required.filter((name) => claims[name] === undefined || claims[name] === null)
  const changed = fixed.filter((name) => claims[name] !== offered[name])
  if (missing.length + changed.length === 0) return claims
  const names = [...new Set([...missing, ...changed])].join(', ')
  const message = `output claims do not conform to the expected schema: ${names}`
  throw new AuthError(500, 'unexpected_failure', message)
}
