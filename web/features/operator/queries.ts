import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Failures and contact requests, of no clinic. */
export function operatorOverviewQuery() {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'overview'),
    queryFn: () => callFunction('operator-overview'),
    retry: false,
  })
}

/** Clinics whose name or address contains the text. */
export function operatorClinicsQuery(search: string) {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'clinics', search),
    queryFn: () => callFunction('operator-clinics', { search }),
    retry: false,
  })
}
