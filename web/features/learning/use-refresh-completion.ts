import { useQueryClient } from '@tanstack/react-query'
import { assignedQuery } from './assigned-query.ts'
import { lessonQuery, ownProgramsQuery, readingsKey } from './queries.ts'

export function useRefreshCompletion(slug: string, itemId: string): () => Promise<unknown> {
  const queryClient = useQueryClient()
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: readingsKey(slug) }),
      queryClient.invalidateQueries(lessonQuery(slug, itemId)),
      queryClient.invalidateQueries(assignedQuery(slug)),
      queryClient.invalidateQueries(ownProgramsQuery(slug)),
    ])
}
