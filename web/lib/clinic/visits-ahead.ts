import { queryOptions } from '@tanstack/react-query'
import type { VisitsAhead } from '#domain/appointments/visits-ahead.ts'
import { callFunction } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'

/** The visits ahead of a provider or a patient, who is about to leave. */
export function visitsAheadQuery(slug: string, membershipId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'appointments', 'visits-ahead', membershipId),
    // others book meanwhile
    gcTime: 0,
    queryFn: (): Promise<VisitsAhead> => callFunction('visits-ahead', { membershipId }),
  })
}
