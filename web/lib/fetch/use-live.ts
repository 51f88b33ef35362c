import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveStream } from './api.ts'
import { shareLive } from './live.ts'
import { clinicKey, readAgain } from './query-client.ts'

/** How long after its last word the stream counts as there. */
const freshMs = 75_000
const pollMs = 30_000
/** Beside a stream: for what it may have missed. */
const slowPollMs = 5 * 60_000

let aliveAt = 0

/** How often to poll now: slowly while the stream is there. For `refetchInterval` of what a topic reports. */
export function pollUnlessLive(): number {
  return Date.now() - aliveAt < freshMs ? slowPollMs : pollMs
}

/**
 * Reads queries again when the server reports a change, in every tab. A topic is the first part of the keys that it concerns:
 * `clinicKey(slug, 'notices', ...)`.
 *
 * @param topics that the page follows
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
          aliveAt = Date.now()
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
