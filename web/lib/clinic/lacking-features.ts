import { queryOptions, useQuery } from '@tanstack/react-query'
import type { TierFeature } from '#domain/clinic-tier/tier-features.ts'
import { callFunction } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'
import { useClinicSlug } from './current-clinic.ts'

function lackingFeaturesQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'lacking-features'),
    queryFn: async () => (await callFunction('lacking-features')).lacking,
  })
}

/** Features that the clinic's tier lacks. Empty while loading: controls are shown, and the server decides. */
export function useLackingFeatures(): readonly TierFeature[] {
  return useQuery(lackingFeaturesQuery(useClinicSlug())).data ?? []
}
