import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const askAgainMs = 2_000

/** Patients who are not invited yet. @param isSending whether their invitations are being sent */
export function uninvitedQuery(slug: string, isSending: boolean) {
  return queryOptions({
    queryKey: clinicKey(slug, 'uninvited'),
    // an import that has just ended changes it
    staleTime: 0,
    queryFn: () => callFunction('count-uninvited', {}),
    refetchInterval: ({ state }) => (isSending && state.data?.count !== 0 ? askAgainMs : false),
  })
}
