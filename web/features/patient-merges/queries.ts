import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/api.ts'
import { clinicKey } from '#web/lib/query-client.ts'

/** The records that have become part of a patient's. Admins only. */
export function personMergesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', patientId),
    queryFn: async () => (await callFunction('person-merges', { patientId })).merges,
  })
}

/** Two records side by side. The server records the read. */
export function comparisonQuery(slug: string, intoId: string, fromId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', 'compare', intoId, fromId),
    // another look is another read
    gcTime: 0,
    staleTime: 0,
    queryFn: () => callFunction('compare-patients', { intoId, fromId }),
  })
}
