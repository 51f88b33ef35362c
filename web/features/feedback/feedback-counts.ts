import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

export function feedbackCountsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'feedback', 'counts'),
    staleTime: 30_000,
    queryFn: () => callFunction('feedback-counts'),
  })
}
