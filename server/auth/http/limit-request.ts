import type { Transactions } from '#server/platform/database/transactions.ts'
import { networkKey } from '#server/platform/http/networks.ts'
import { type RateLimit, takeTokenAndCommit } from '#server/platform/rate-limits.ts'
import { tooManyRequests } from '../errors.ts'
import type { AuthRequest } from './request.ts'

/** Endpoints of a group share one bucket per network address (docs/contracts/auth.md 1.9). */
export type LimitGroup =
  | 'signup'
  | 'anonymous'
  | 'otp'
  | 'magiclink'
  | 'recover'
  | 'resend'
  | 'user'
  | 'verify'
  | 'token'
  | 'sso'
  | 'authorize'
  | 'callback'
  | 'saml_acs'
  | 'factor_challenge'
  | 'factor_verify'

/**
 * In a separate transaction, so that a later refusal does not return the token.
 * @throws AuthError 429 `over_request_rate_limit`
 */
export async function limitRequest(
  auth: {
    services: { transactions: Transactions }
    settings: { rateLimits: Record<LimitGroup, RateLimit> | null }
  },
  request: AuthRequest,
  group: LimitGroup,
): Promise<void> {
  const limit = auth.settings.rateLimits?.[group]
  if (!limit) return
  const bucket = { bucket: group, key: networkKey(request.address), limit }
  const { allowed, retryAfterSeconds } = await takeTokenAndCommit(
    auth.services.transactions,
    { purpose: 'sign-in', requestId: request.requestId },
    bucket,
  )
  if (!allowed) throw tooManyRequests(retryAfterSeconds)
}
