import { queryOptions } from '@tanstack/react-query'
import { minuteMs } from '#domain/values/durations.ts'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** The records that have become part of a patient's. Admins only. */
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
 * How many such pairs there are. It compares all of a clinic's patients, so that neither every look at the list of members nor
 * every change of the clinic asks for it: the key is not one of the clinic's.
 */
export function duplicateCountQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(`${slug} duplicates`),
    staleTime: 10 * minuteMs,
    queryFn: async () => (await callFunction('count-possible-duplicates', {})).count,
  })
}

/** Whom the clinic has already under a name or an address, before somebody is entered. The server records the read. */
export function patientsLikeQuery(slug: string, name: string, email: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patient-merges', 'like', name, email),
    staleTime: minuteMs,
    queryFn: async () => (await callFunction('patients-like', { name, email })).patients,
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
