import { queryOptions, skipToken } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { ApiError } from '#web/lib/fetch/api-error.ts'
import { ownSubscriptionKey } from '#web/lib/fetch/query-client.ts'
import { confirmingPollMs } from './queries.ts'

/**
 * Polls until the payment of a Checkout session has become a plan.
 *
 * @param sessionId from the URL of `/join/confirming`; null disables the query
 */
export function joinStatusQuery(slug: string | null, sessionId: string | null) {
  return queryOptions({
    queryKey: ownSubscriptionKey(slug, 'join-status', sessionId),
    staleTime: 0,
    retry: (failures, error) => failures < 1 && !isUnknownJoin(error),
    queryFn: sessionId === null ? skipToken : () => callFunction('join-status', { sessionId }),
    refetchInterval: ({ state }) => (state.data?.state === 'confirming' ? confirmingPollMs : false),
  })
}

/** True if the user has no such payment: another user's, a mistyped URL, or none. */
export function isUnknownJoin(error: Error | null): boolean {
  return error instanceof ApiError && ['not_found', 'not_allowed', 'invalid_input'].includes(error.code)
}
