import { useQueryClient } from '@tanstack/react-query'
import { undoSeconds } from '#domain/appointments/visits.ts'
import { visitCallsQuery } from './call-queries.ts'

/** The notice of a change is sent, or becomes a call, this long after the undo ends. */
const settledMs = 5000

/** Reads the calls again once a change of a visit can no longer be undone, also after the caller has left the screen. */
export function useLaterCalls(slug: string): () => void {
  const queryClient = useQueryClient()
  return () => {
    const { queryKey } = visitCallsQuery(slug)
    setTimeout(() => void queryClient.invalidateQueries({ queryKey }), undoSeconds * 1000 + settledMs)
  }
}
