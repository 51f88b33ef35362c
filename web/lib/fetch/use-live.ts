import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { deviceMs } from '../page/clock.ts'
import { openLiveStream } from './api.ts'
import { shareLive } from './live.ts'
import { clinicKey, readAgain } from './query-client.ts'

/** The stream counts as alive for this long after its last data. */
const freshMs = 75_000
const pollMs = 30_000
/** Poll interval beside a live stream, for missed events. */
const slowPollMs = 5 * 60_000

let aliveAt = 0

/** A `refetchInterval` for queries that a topic refreshes: slow while the stream is alive. */
export function pollUnlessLive(): number {
  return deviceMs() - aliveAt < freshMs ? slowPollMs : pollMs
}

/**
 * Refetches queries when the server reports a change, in every tab. A topic is the first part of the keys it refreshes:
 * `clinicKey(slug, 'notices', ...)`.
 */
export function useLive(slug: string, userId: string, topics: readonly string[]): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const end = new AbortController()
    shareLive(
      `carefold-live ${slug} ${userId}`,
      {
        open: openLiveStream,
        onAlive() {
          aliveAt = deviceMs()
        },
        onChanged(topic) {
          for (const each of topics) {
            if (topic === '*' || topic === each) void readAgain(queryClient, clinicKey(slug, each))
          }
        },
      },
      end.signal,
    )
    return () => {
      aliveAt = 0
      end.abort()
    }
  }, [queryClient, slug, userId, topics])
}
