import { queryOptions } from '@tanstack/react-query'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

const sendingPollMs = 3_000

/** Polled while a message to many is being sent. */
export function broadcastsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'broadcasts'),
    queryFn: () => callFunction('broadcasts', {}),
    refetchInterval: ({ state }) =>
      state.data?.broadcasts.some(({ status }) => status === 'sending') ? sendingPollMs : false,
  })
}
