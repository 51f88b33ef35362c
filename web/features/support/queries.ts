import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Both sides poll for requests, approvals and ends. */
const pollMs = 60_000

export function supportAccessesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'support'),
    queryFn: () => callFunction('support-accesses'),
    refetchInterval: pollMs,
    staleTime: pollMs / 2,
  })
}

export function operatorSupportQuery() {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'support'),
    queryFn: () => callFunction('operator-support'),
    refetchInterval: pollMs,
    retry: false,
  })
}

/** A clinic's set-up, while an access lasts. Never refetched automatically: each read is in the clinic's trail. */
export function supportViewQuery(accessId: string) {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'support', accessId),
    queryFn: () => callFunction('support-view', { accessId }),
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
}
