import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** If the clinic requires two steps of its team, and if this session has completed them. */
export function clinicSecurityQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'clinic-security'),
    queryFn: () => callFunction('clinic-security'),
    // an admin may switch it on in the meantime
    refetchOnWindowFocus: true,
    refetchInterval: 60_000,
  })
}
