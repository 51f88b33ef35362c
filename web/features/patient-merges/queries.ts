import { queryOptions } from '@tanstack/react-query'
import { minuteMs } from '#domain/values/durations.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Records merged into a patient's. Admins only. */
export function personMergesQuery(slug: string, patientId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', patientId),
    queryFn: () => callFunction('person-merges', { patientId }),
  })
}

/** Pairs of patients that may be one person. The server records the read. */
export function possibleDuplicatesQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', 'duplicates'),
    queryFn: () => callFunction('possible-duplicates', {}),
  })
}

/**
 * Number of such pairs. The count compares all patients of a clinic, so its key is not one of the clinic's: changes
 * must not refetch it.
 */
export function duplicateCountQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(`${slug} duplicates`),
    staleTime: 10 * minuteMs,
    queryFn: async () => (await callFunction('count-possible-duplicates', {})).count,
  })
}

/** Existing patients with a name or an address. The server records the read. */
export function patientsLikeQuery(slug: string, name: string, email: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', 'like', name, email),
    staleTime: minuteMs,
    queryFn: async () => (await callFunction('patients-like', { name, email })).patients,
  })
}

/** Two records to compare. The server records the read. */
export function comparisonQuery(slug: string, intoId: string, fromId: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', 'compare', intoId, fromId),
    // each opening must record a read
    gcTime: 0,
    staleTime: 0,
    queryFn: () => callFunction('compare-patients', { intoId, fromId }),
  })
}
