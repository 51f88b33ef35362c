import { queryOptions } from '@tanstack/react-query'
import { rest } from '../fetch/api.ts'
import { clinicKey } from '../fetch/query-client.ts'

export function planChoiceQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'plan-choice'),
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> => {
      const { data, error } = await rest
        .from('plans')
        .select('id,name')
        .neq('status', 'draft')
        .order('name')
        .abortSignal(signal)
      if (error) throw error
      return data
    },
  })
}
