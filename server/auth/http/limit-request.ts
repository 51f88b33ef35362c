import type { Auth } from '../context/auth.ts'
import type { LimitGroup } from '../context/settings.ts'
import { tooManyRequests } from '../errors.ts'
import { networkKey, takeTokenApart } from '../rate-limits.ts'
import type { AuthRequest } from './request.ts'

/**
 * Counts a request of a network address. In a transaction of its own: a refusal afterwards must not give the token
 * back.
 *
 * @throws AuthError 429 `over_request_rate_limit`
 */
export async function limitRequest(auth: Auth, request: AuthRequest, group: LimitGroup): Promise<void> {
  const limit = auth.settings.rateLimits?.[group]
  if (!limit) return
  const bucket = { bucket: group, key: networkKey(request.address), limit }
  const { allowed, retryAfterSeconds } = await takeTokenApart(
    auth.services.transactions,
    { purpose: 'sign-in', requestId: request.requestId },
    bucket,
  )
  if (!allowed) throw tooManyRequests(retryAfterSeconds)
}
