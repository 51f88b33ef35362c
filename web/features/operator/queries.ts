import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export function operatorOverviewQuery() {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'overview'),
    queryFn: () => callFunction('operator-overview'),
    retry: false,
  })
}

export function operatorClinicsQuery(search: string) {
  return queryOptions({
    queryKey: clinicKey(null, 'operator', 'clinics', search),
    queryFn: () => callFunction('operator-clinics', { search }),
    retry: false,
  })
}
