import { queryOptions } from '@tanstack/react-query'
import { rest } from '#web/lib/fetch/api.ts'
import { clinicKey } from '#web/lib/fetch/query-client.ts'

/** How many forms a patient has to fill in, at most 50. Apart from the others: Home loads it with its first view. */
export function openFormsQuery(slug: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'own-forms', 'open'),
    refetchOnWindowFocus: true,
    queryFn: async ({ signal }): Promise<number> => {
      const { data, error } = await rest
        .from('form_requests')
        .select('id')
        .is('signed_at', null)
        .limit(50)
        .abortSignal(signal)
      if (error) throw error
      return data.length
    },
  })
}
