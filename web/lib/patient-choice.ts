import { queryOptions } from '@tanstack/react-query'
import { rest } from './api.ts'
import type { Clinic } from './current-clinic.ts'
import { clinicKey } from './query-client.ts'

/** Patients of the clinic by a part of their name, at most 8. The server records the read. */
export function patientChoiceQuery(clinic: Pick<Clinic, 'subdomain'>, search: string) {
  return queryOptions({
    queryKey: clinicKey(clinic.subdomain, 'patient-choice', search),
    staleTime: 60_000,
    enabled: search.length >= 2,
    queryFn: async ({ signal }): Promise<{ id: string; name: string }[]> => {
      const { data, error } = await rest
        .from('patients')
        .select('id,full_name')
        .ilike('full_name', `%${search.replace(/[\\%_]/g, '\\$&')}%`)
        .order('full_name')
        .limit(8)
        .abortSignal(signal)
      if (error) throw error
      return data.map(({ id, full_name }) => ({ id, name: full_name }))
    },
  })
}
