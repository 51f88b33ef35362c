import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { openLiveStream } from './api.ts'
import { shareLive } from './live.ts'
import { noteStream } from './poll-unless-live.ts'
import { clinicKey } from './query-client.ts'

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
        onAlive: () => noteStream(true),
        onChanged(topic) {
          for (const each of topics) {
            if (topic === '*' || topic === each)
              void queryClient.invalidateQueries({ queryKey: clinicKey(slug, each) })
          }
        },
      },
      end.signal,
    )
    return () => {
      noteStream(false)
      end.abort()
    }
  }, [queryClient, slug, userId, topics])
}
