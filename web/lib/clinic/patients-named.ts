import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { rest } from '../fetch/api.ts'
import { containing } from '../fetch/containing.ts'
import { clinicKey } from '../fetch/query-client.ts'

/** At most 8 patients whose name contains the text. The server records the read. */
export function patientsNamedQuery(slug: string, text: string) {
  return queryOptions({
    queryKey: clinicKey(slug, 'patients-named', text),
    staleTime: 60_000,
    enabled: text.length > 0,
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }): Promise<{ id: string; name: string; email: string | null }[]> => {
      const { data, error } = await rest
        .from('patients')
        .select('id,full_name,email')
        .ilike('full_name', containing(text))
        .order('full_name')
        .limit(8)
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, full_name, email }) => ({ id, name: full_name, email }))
    },
  })
}
