import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** Revenue and commission of the clinic's months. Admins only. */
export function moneyOverviewQuery(slug: string | null) {
  return queryOptions({
    queryKey: clinicKey(slug, 'money-overview'),
    queryFn: () => callFunction('money-overview'),
  })
}
