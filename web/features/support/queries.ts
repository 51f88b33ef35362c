import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** How often both sides look whether an access was asked for, approved or ended. */
const pollMs = 60_000

/** Who was supported when, of one clinic. For its admins. */
export function supportAccessesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'support'),
    queryFn: () => callFunction('support-accesses'),
    refetchInterval: pollMs,
    staleTime: pollMs / 2,
  })
}

/** Who was supported when, of all clinics. For the operator. */
export function operatorSupportQuery() {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'support'),
    queryFn: () => callFunction('operator-support'),
    refetchInterval: pollMs,
    retry: false,
  })
}

/** How a clinic is set up, while an access holds. Each read is in the clinic's trail, so nothing reads it again by itself. */
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
