import { defaultRateLimits } from '#server/auth/context/settings.ts'
import type { LimitGroup } from '#server/auth/http/limit-request.ts'
import type { RateLimit } from '#server/platform/rate-limits.ts'

export function limitsWith(group: LimitGroup, limit: RateLimit): Record<LimitGroup, RateLimit> {
  const unreachable = Object.keys(defaultRateLimits).map((name) => [name, { burst: 1e9, perSeconds: 1 }])
  return { ...(Object.fromEntries(unreachable) as Record<LimitGroup, RateLimit>), [group]: limit }
}
