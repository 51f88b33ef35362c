import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { callFunction } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/**
 * Marks a thread as read while its messages are visible in the active tab.
 *
 * @param upTo the newest visible message
 * @param isDue true if the reader's side has unread messages and may mark them
 */
export function useReadMark({
  slug,
  patientId,
  upTo,
  isDue,
}: {
  slug: string
  patientId: string
  upTo: number
  isDue: boolean
}): void {
  const queryClient = useQueryClient()
  const marked = useRef(0)
  useEffect(() => {
    if (!isDue) return
    const mark = () => {
      if (document.visibilityState !== 'visible' || marked.current >= upTo) return
      const before = marked.current
      marked.current = upTo
      callFunction('read-messages', { patientId, upTo })
        .then(() => queryClient.invalidateQueries({ queryKey: clinicKey(slug, 'messages') }))
        // retried with the next message, or when the reader returns
        .catch(() => {
          marked.current = before
        })
    }
    mark()
    document.addEventListener('visibilitychange', mark)
    return () => document.removeEventListener('visibilitychange', mark)
  }, [queryClient, slug, patientId, upTo, isDue])
}
